//! Answers of `WebDAV`: what is asked of a collection and its members (RFC 4918). Names are looked at without their
//! namespaces, and no entity but those of XML itself is known, so that nothing grows while it is read.

use quick_xml::{
    Reader,
    escape::resolve_xml_entity,
    events::{BytesRef, Event},
};

/// What an answer says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Multistatus {
    /// How many members it names.
    pub responses: usize,
    /// Token of the collection.
    pub sync_token: Option<String>,
    /// Tag of the collection.
    pub collection_tag: Option<String>,
    /// Contents of members that are calendars.
    pub calendars: Vec<String>,
    /// Members of which the server says neither what is in them nor that they are gone; one is the rest of an answer that
    /// it cut short (507).
    pub withheld: usize,
    response: Response,
}

/// What is known of the member that is being read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Response {
    has_calendar: bool,
    has_properties: bool,
    is_gone: bool,
}

impl Multistatus {
    /// The answer that a text is; none when it is another one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut reader = Reader::from_str(text);
        let (mut answer, mut content, mut is_one) = (Self::default(), String::new(), false);
        loop {
            match reader.read_event().ok()? {
                Event::Start(start) => {
                    is_one |= start.local_name().as_ref() == "multistatus";
                    content.clear();
                }
                Event::Text(text) => content.push_str(&text.xml10_content()),
                Event::CData(text) => content.push_str(&text.xml10_content()),
                Event::GeneralRef(reference) => content.push_str(&letters_of(&reference)?),
                Event::End(end) => answer.note(end.local_name().as_ref(), std::mem::take(&mut content)),
                Event::Eof => return is_one.then_some(answer),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    fn note(&mut self, name: &str, content: String) {
        let text = || Some(content.trim().to_owned()).filter(|text| !text.is_empty());
        match name {
            "response" => {
                self.responses += 1;
                let Response { has_calendar, has_properties, is_gone } = std::mem::take(&mut self.response);
                self.withheld += usize::from(!has_calendar && (has_properties || !is_gone));
            }
            "propstat" => self.response.has_properties = true,
            "status" => self.response.is_gone = [" 404", " 410"].iter().any(|status| content.contains(status)),
            "sync-token" => self.sync_token = text().or_else(|| self.sync_token.take()),
            "getctag" => self.collection_tag = text().or_else(|| self.collection_tag.take()),
            "calendar-data" => {
                self.response.has_calendar = true;
                self.calendars.push(content);
            }
            _ => {}
        }
    }
}

fn letters_of(reference: &BytesRef<'_>) -> Option<String> {
    match reference.resolve_char_ref().ok()? {
        Some(letter) => Some(letter.to_string()),
        None => resolve_xml_entity(reference).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::Multistatus;

    #[test]
    fn an_answer_is_read_whatever_its_prefixes_are() {
        let text = "<?xml version='1.0'?><multistatus xmlns='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav' \
            xmlns:CS='http://calendarserver.org/ns/'><response><href>/a</href><propstat><prop><CS:getctag>\"7\"</CS:getctag>\
            <sync-token>https://x/1&amp;2</sync-token><C:calendar-data>BEGIN:VCALENDAR&#13;\nA&lt;B</C:calendar-data></prop>\
            </propstat></response><response><C:calendar-data><![CDATA[BEGIN<&amp;]]></C:calendar-data></response></multistatus>";
        let answer = Multistatus::read(text).expect("an answer");
        assert_eq!((answer.responses, answer.sync_token.as_deref()), (2, Some("https://x/1&2")));
        assert_eq!(answer.collection_tag.as_deref(), Some("\"7\""));
        assert_eq!(answer.calendars, ["BEGIN:VCALENDAR\r\nA<B", "BEGIN<&amp;"]);
    }

    #[test]
    fn a_member_that_the_server_does_not_send_is_withheld_unless_it_is_gone() {
        let has = "<response><href>/a</href><propstat><prop><calendar-data>A</calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response>";
        let gone = "<response><href>/b</href><status>HTTP/1.1 404 Not Found</status></response>";
        let cut = "<response><href>/</href><status>HTTP/1.1 507 Insufficient Storage</status></response>";
        let failed = "<response><href>/c</href><propstat><prop><calendar-data/></prop><status>HTTP/1.1 404 Not Found</status></propstat></response>";
        for (members, withheld) in [(vec![has, gone], 0), (vec![has, cut], 1), (vec![failed, has, cut, gone], 2)] {
            let text = format!("<multistatus>{}</multistatus>", members.concat());
            assert_eq!(Multistatus::read(&text).map(|answer| answer.withheld), Some(withheld), "{text}");
        }
    }

    #[test]
    fn what_is_no_answer_or_only_a_part_of_one_is_none() {
        for text in ["", "<html></html>", "nothing", "<multistatus><response></multistatus>"] {
            assert_eq!(Multistatus::read(text), None, "{text}");
        }
        let bomb = "<!DOCTYPE m [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><multistatus><href>&b;</href></multistatus>";
        assert_eq!(Multistatus::read(bomb), None);
    }
}
