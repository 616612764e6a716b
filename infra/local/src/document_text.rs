//! The published document as text: each operation, each schema and each other named part on a line of its own, so that
//! the lines of a difference are the operations and schemas that changed.

use serde_json::Value;

/// The document itself, its sections, and what paths and components hold have a line for each member; what is below has
/// one line.
const OPENED_DEPTH: usize = 3;

/// The document, with a line end after its last line. Members stand in the order of their names, as in the document.
pub fn text(document: &Value) -> String {
    let mut text = opened(document, 0);
    text.push('\n');
    text
}

fn opened(value: &Value, depth: usize) -> String {
    match value {
        Value::Object(members) if depth < OPENED_DEPTH && !members.is_empty() => {
            let member = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), opened(value, depth + 1))
            };
            enclosed('{', members.iter().map(member), '}', depth)
        }
        Value::Array(items) if depth < OPENED_DEPTH && !items.is_empty() => {
            enclosed('[', items.iter().map(Value::to_string), ']', depth)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            value.to_string()
        }
    }
}

/// Lines between brackets, a space further in than these.
fn enclosed(open: char, lines: impl Iterator<Item = String>, close: char, depth: usize) -> String {
    let indent = " ".repeat(depth);
    let lines: Vec<String> = lines.map(|line| format!("{indent} {line}")).collect();
    format!("{open}\n{}\n{indent}{close}", lines.join(",\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::text;

    #[test]
    fn an_operation_and_a_schema_have_a_line_each() {
        let document = json!({
            "components": {"schemas": {"Plan": {"type": "object", "properties": {"name": {"type": "string"}}}}},
            "info": {"title": "A title"},
            "paths": {"/plans": {"get": {"summary": "List plans"}, "post": {"tags": ["plans", "all"]}}},
            "security": [],
            "tags": [{"name": "plans"}, {"name": "all"}],
        });
        let lines = [
            "{",
            r#" "components": {"#,
            r#"  "schemas": {"#,
            r#"   "Plan": {"properties":{"name":{"type":"string"}},"type":"object"}"#,
            "  }",
            " },",
            r#" "info": {"#,
            r#"  "title": "A title""#,
            " },",
            r#" "paths": {"#,
            r#"  "/plans": {"#,
            r#"   "get": {"summary":"List plans"},"#,
            r#"   "post": {"tags":["plans","all"]}"#,
            "  }",
            " },",
            r#" "security": [],"#,
            r#" "tags": ["#,
            r#"  {"name":"plans"},"#,
            r#"  {"name":"all"}"#,
            " ]",
            "}\n",
        ];
        assert_eq!(text(&document), lines.join("\n"));
    }
}
