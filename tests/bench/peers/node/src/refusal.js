export class Refusal extends Error {
  constructor(status, code, message, details = []) {
    super(message);
    Object.assign(this, { status, code, details });
  }

  answer() {
    return { status: this.status, error: { code: this.code, message: this.message, details: this.details } };
  }
}
