"""All bookings that begin on the days from the first to the second argument, as CSV."""

import csv
import sys

from colonnade import Client

COLUMNS = ["id", "start_time", "end_time", "status", "resource_id", "customer_id", "total_amount", "currency"]

first, last = sys.argv[1:]
table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(COLUMNS)
for booking in Client().every("/bookings", start_date=first, end_date=last):
    table.writerow([booking[column] for column in COLUMNS])
