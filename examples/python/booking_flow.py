"""Books a room four weeks from now, meets the conflict, and cancels."""

from datetime import date, datetime, timedelta

from colonnade import Client, Refused

api = Client()
location = next(one for one in api.every("/locations") if one["name"] == "Keizersgracht")
rooms = api.every("/resources", location_id=location["id"], type="meeting_room")
room = next(one for one in rooms if one["name"] == "Spinoza")
ann = api.get("/members", email="ann@example.com")["data"][0]

wednesday = date.today() + timedelta(days=(2 - date.today().weekday()) % 7 + 28)
free = api.get(
    f"/resources/{room['id']}/availability",
    **{"from": f"{wednesday}T00:00:00Z", "to": f"{wednesday}T23:59:59Z", "duration_minutes": 90},
)["data"]
start = free["start_times"][0]
end = (datetime.fromisoformat(start.replace("Z", "+00:00")) + timedelta(minutes=90)).isoformat()
time = {"resource_id": room["id"], "customer_id": ann["id"], "start_time": start, "end_time": end}

hold = api.post("/booking-holds", time)["data"]
booking = api.post("/bookings", {**time, "hold_id": hold["id"], "title": "Planning", "attendees": 3})["data"]
print(f"booked: {booking['status']}, {booking['total_amount']} {booking['currency']}")
try:
    api.post("/bookings", time)
    raise SystemExit("booked twice")
except Refused as refused:
    print(f"again: {refused.code}")
cancelled = api.post(f"/bookings/{booking['id']}/cancel", {"by": "customer", "comment": "We meet elsewhere."})["data"]
print(f"then: {cancelled['status']}")
