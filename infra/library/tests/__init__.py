"""Tests of what deploys: run by infra/check/deploy."""
