"""A domain of the operator's own in front of an environment: certificate, names in DNS, and what they lead to."""

import time

PENDING, ISSUED = "PENDING_VALIDATION", "ISSUED"
# CloudFront takes certificates of this region alone, and answers under a zone of its own.
CLOUDFRONT_REGION, CLOUDFRONT_ZONE = "us-east-1", "Z2FDTNDATAQYW2"
# How often it is asked for what a new certificate is to be proven with, which ACM says after some seconds.
RECORD_LOOKS, LOOK_SECONDS = 30, 2


class Domain:
    """A name, with the zone of Route 53 that has it; where there is none, records are told to whoever keeps the zone."""

    def __init__(self, calls, name):
        self.calls, self.name = calls, name
        zones = [zone for zone in calls.pages("route53", "list_hosted_zones", "HostedZones") if not zone["Config"]["PrivateZone"]]
        fitting = [zone for zone in zones if f".{name}.".endswith(f".{zone['Name']}")]
        self.zone = max(fitting, key=lambda zone: len(zone["Name"]))["Id"].rsplit("/", 1)[1] if fitting else None

    def record(self, record):
        """Puts a record into the zone, unless it is there as it should be; says it where the zone is elsewhere."""
        if self.zone is None:
            target = record["ResourceRecords"][0]["Value"] if "ResourceRecords" in record else record["AliasTarget"]["DNSName"]
            self.calls.tell(f"in the DNS of {self.name}: {record['Name']} CNAME {target}")
            return
        known = self.calls.pages("route53", "list_resource_record_sets", "ResourceRecordSets", HostedZoneId=self.zone)
        if not any(same(one, record) for one in known):
            self.calls.change("route53", "change_resource_record_sets", HostedZoneId=self.zone,
                              ChangeBatch={"Changes": [{"Action": "UPSERT", "ResourceRecordSet": record}]})

    def certificate(self, region=None):
        """The ARN of a certificate of this name that is issued; None while somebody has still to put a record into another zone."""
        known = self.calls.pages("acm", "list_certificates", "CertificateSummaryList", region, CertificateStatuses=[PENDING, ISSUED])
        found = [one for one in known if one["DomainName"] == self.name]
        arn = found[0]["CertificateArn"] if found else self.calls.change(
            "acm", "request_certificate", region, DomainName=self.name, ValidationMethod="DNS").get("CertificateArn")
        if arn is None:
            return None
        told = self.proof(arn, region)
        if told["Status"] == ISSUED:
            return arn
        proof = told["DomainValidationOptions"][0]["ResourceRecord"]
        self.record({"Name": proof["Name"], "Type": proof["Type"], "TTL": 300, "ResourceRecords": [{"Value": proof["Value"]}]})
        if self.zone is None:
            self.calls.tell("run this again once the record stands there: the certificate is issued some minutes later")
            return None
        self.calls.wait("acm", "certificate_validated", region, CertificateArn=arn)
        return arn

    def proof(self, arn, region):
        """What ACM says of a certificate, once it says with what it is to be proven."""
        for _ in range(RECORD_LOOKS):
            told = self.calls.read("acm", "describe_certificate", region, CertificateArn=arn)["Certificate"]
            if told["Status"] == ISSUED or "ResourceRecord" in told.get("DomainValidationOptions", [{}])[0]:
                return told
            time.sleep(LOOK_SECONDS)
        raise ValueError(f"ACM does not say how {self.name} is to be proven; run this again")

    def lead_to(self, target, zone):
        """Has the name lead to a name of AWS, which has a zone of its own for that."""
        self.record({"Name": f"{self.name}.", "Type": "A",
                     "AliasTarget": {"DNSName": target, "HostedZoneId": zone, "EvaluateTargetHealth": False}})


def same(known, wanted):
    """Whether a record stands as it is wanted. Route 53 writes names with a dot at their end."""
    dotted = lambda name: name.rstrip(".") + "."
    if (dotted(known["Name"]), known["Type"]) != (dotted(wanted["Name"]), wanted["Type"]):
        return False
    if "AliasTarget" in wanted:
        return dotted(known.get("AliasTarget", {}).get("DNSName", "")) == dotted(wanted["AliasTarget"]["DNSName"])
    return known.get("ResourceRecords") == wanted["ResourceRecords"]


def of_api(calls, name, api, stage):
    """Has a name lead to a stage of an API, at its root: with a path below it, /v1 and /auth would not be found. False while a certificate is
    awaited."""
    domain = Domain(calls, name)
    certificate = domain.certificate()
    if certificate is None:
        return False
    gateway, mappings = calls.session.client("apigateway"), []
    try:
        known = gateway.get_domain_name(domainName=name)
        mappings = calls.pages("apigateway", "get_base_path_mappings", "items", domainName=name)
    except gateway.exceptions.NotFoundException:
        known = calls.change("apigateway", "create_domain_name", domainName=name, regionalCertificateArn=certificate,
                             endpointConfiguration={"types": ["REGIONAL"]}, securityPolicy="TLS_1_2")
    if others := [one for one in mappings if (one["basePath"], one["restApiId"], one.get("stage")) != ("(none)", api, stage)]:
        raise ValueError(f"{name} leads to {others[0]['restApiId']} already")
    if not mappings:
        calls.change("apigateway", "create_base_path_mapping", domainName=name, restApiId=api, stage=stage)
    if known:
        domain.lead_to(known["regionalDomainName"], known["regionalHostedZoneId"])
    return not calls.is_rehearsed


def of_console(calls, name, distribution):
    """Has a name lead to the console; the certificate for it, None while it is awaited. CloudFront takes the name with the next deployment."""
    domain = Domain(calls, name)
    certificate = domain.certificate(CLOUDFRONT_REGION)
    if certificate is not None:
        domain.lead_to(distribution, CLOUDFRONT_ZONE)
    return certificate
