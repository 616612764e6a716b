"""Runs compiled Schematron rules on every XML document of a folder; fails on the first fatal finding of any."""

import pathlib
import sys
import xml.etree.ElementTree as tree

from saxonche import PySaxonProcessor

SVRL = "{http://purl.oclc.org/dsdl/svrl}"


def findings(report):
    """Flag, rule and sentence of each assertion that failed."""
    for failed in tree.fromstring(report).iter(SVRL + "failed-assert"):
        text = failed.findtext(SVRL + "text", "").strip()
        yield failed.get("flag", "fatal"), failed.get("id", ""), text


def main(rules, folder):
    documents = sorted(pathlib.Path(folder).glob("*.xml"))
    if not documents:
        sys.exit(f"no documents in {folder}")
    fatal = 0
    with PySaxonProcessor(license=False) as processor:
        check = processor.new_xslt30_processor().compile_stylesheet(stylesheet_file=rules)
        for document in documents:
            node = processor.parse_xml(xml_file_name=str(document))
            for flag, rule, text in findings(check.transform_to_string(xdm_node=node)):
                print(f"{document.name}: {flag} {rule} {text}")
                fatal += flag == "fatal"
    print(f"{len(documents)} documents, {fatal} fatal findings")
    sys.exit(1 if fatal else 0)


main(sys.argv[1], sys.argv[2])
