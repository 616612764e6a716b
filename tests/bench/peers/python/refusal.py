class Refusal(Exception):
    def __init__(self, status, code, message, details=()):
        super().__init__(message)
        self.status, self.code, self.message, self.details = status, code, message, list(details)

    def answer(self):
        return self.status, {"error": {"code": self.code, "message": self.message, "details": self.details}}
