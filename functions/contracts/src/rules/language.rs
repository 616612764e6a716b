//! Texts of contracts in the language of templates (`template_language`), with the names that a contract has.

use serde::Serialize;
use template_language::Filling;
use values::ApiError;

use super::names::NAMES;
use crate::records::text::TEXT_BYTES_MAX;

/// The names in a text, in alphabetical order.
///
/// # Errors
/// 422 naming `body`: `invalid_template` when it cannot be read, `not_allowed` for what the language has not,
/// `unknown_placeholder`.
pub fn placeholders(text: &str) -> Result<Vec<String>, ApiError> {
    template_language::placeholders(text, NAMES).map_err(|refusal| refusal.of_field("body"))
}

/// A text with its names filled in.
///
/// # Errors
/// 422 naming `template_id` when it does not render, takes too many steps or becomes too long.
pub fn rendered(text: &str, values: &impl Serialize) -> Result<String, ApiError> {
    let filling = Filling { bytes_max: TEXT_BYTES_MAX, is_lenient: false, trims_blocks: true, written: None };
    template_language::rendered(text, values, filling).map_err(|refusal| refusal.of_field("template_id"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{placeholders, rendered};

    fn refusal(text: &str) -> String {
        placeholders(text).expect_err(text).fields[0].reason.to_string()
    }

    #[test]
    fn the_names_of_a_text_are_found_in_every_branch_and_loop() {
        let text = "{{ customer.name }} {% if contract.end_date %}{{ contract.end_date }}{% else %}{{ location.name }}{% endif %}\
                    {% for item in items %}{{ loop.index }} {{ item.name }}{% else %}{{ merchant.name }}{% endfor %}";
        let found = placeholders(text).expect("a text");
        let expected = [
            "contract.end_date",
            "customer.name",
            "items",
            "items[].name",
            "location.name",
            "loop.index",
            "merchant.name",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_unknown_name_is_refused_wherever_it_stands() {
        for text in [
            "{{ nobody }}",
            "{{ customer.nmae }}",
            "{{ customer.name.first }}",
            "{{ customer }}",
            "{{ items }}",
            "{% if false %}{{ nobody }}{% endif %}",
            "{% if nobody %}{% endif %}",
            "{% for item in items %}{{ item.nmae }}{% endfor %}",
            "{% for item in items %}{% endfor %}{{ item.name }}",
            "{{ loop.index }}",
        ] {
            assert_eq!(refusal(text), "unknown_placeholder", "{text}");
        }
    }

    #[test]
    fn what_could_grow_or_run_is_refused() {
        for text in [
            "{{ 'a' * 1000000000 }}",
            "{{ customer.name ~ customer.name }}",
            "{% set x = customer.name %}{{ x }}",
            "{% with x = 1 %}{% endwith %}",
            "{{ customer.name|upper }}",
            "{{ range(100) }}",
            "{% for a in range(1000000) %}{% endfor %}",
            "{% for a in [1, 2, 3] %}{% endfor %}",
            "{% for a in items recursive %}{% endfor %}",
            "{% for a in items if a.name %}{% endfor %}",
            "{% for a, b in items %}{% endfor %}",
            "{% for a in items %}{% for b in items %}{% for c in items %}{% for d in items %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}",
            "{{ customer['name'] }}",
            "{{ 1 + 1 }}",
            "{{ 'text' }}",
            "{% if customer.name in merchant.name ~ 'x' %}{% endif %}",
            "{% filter upper %}{% endfilter %}",
            "{% autoescape false %}{% endautoescape %}",
            "{% do customer.name() %}",
            "{% if contract.number > 5 %}{% endif %}",
            "{% if 5 < contract.deposit %}{% endif %}",
            "{% if contract.notice_days >= 'thirty' %}{% endif %}",
        ] {
            let reason = refusal(text);
            assert!(["not_allowed", "invalid_template"].contains(&reason.as_str()), "{text}: {reason}");
        }
    }

    #[test]
    fn numbers_are_compared_by_size() {
        let text = "{% if contract.notice_days > 30 %}{% endif %}{% for item in items %}{% if 1 < item.quantity %}\
                    {{ loop.index }}{% endif %}{% endfor %}";
        placeholders(text).expect("a text");
    }

    #[test]
    fn the_deepest_text_that_is_read_is_read() {
        let inner = format!("{{% if not {}customer.name %}}{{% endif %}}", "not ".repeat(90));
        let ifs = (0..140).map(|_| "{% if customer.name %}").collect::<String>();
        let elifs = "{% elif customer.name %}".repeat(100);
        let text = format!("{ifs}{inner}{elifs}{}", "{% endif %}".repeat(140));
        placeholders(&text).expect("a text");
        rendered(&text, &json!({"customer": {"name": "A"}})).expect("a text");
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        let deep = format!("{}{}", "{% if customer.name %}".repeat(500), "{% endif %}".repeat(500));
        for text in ["{{", "{% if %}", "{% for %}", "{% endif %}", "{{ customer. }}", deep.as_str()] {
            assert_eq!(refusal(text), "invalid_template", "{text}");
        }
    }

    #[test]
    fn values_are_filled_in_as_they_are_and_never_read_as_templates() {
        let values =
            json!({"customer": {"name": "{{ merchant.name }} <b>&\u{202e}"}, "items": [{"name": "A"}, {"name": "B"}]});
        let text = "{{ customer.name }}:\n{% for item in items %}\n{{ loop.index }}. {{ item.name }}\n{% endfor %}";
        assert_eq!(rendered(text, &values).expect("a text"), "{{ merchant.name }} <b>&\u{202e}:\n1. A\n2. B\n");
    }

    #[test]
    fn loops_within_loops_end_at_the_longest_text() {
        let items: Vec<_> = (0..20).map(|number| json!({"name": number.to_string()})).collect();
        let inner = format!("{{% for c in items %}}{}{{% endfor %}}", "x".repeat(10_000));
        let text = format!("{{% for a in items %}}{{% for b in items %}}{inner}{{% endfor %}}{{% endfor %}}");
        let refused = rendered(&text, &json!({"items": items})).expect_err("too long");
        assert_eq!(refused.fields[0].reason.to_string(), "text_too_long");
    }
}
