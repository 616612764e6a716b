//! The language of templates: names in braces, conditions and loops over lists, and nothing else. It is that of Jinja, as the library
//! minijinja reads and renders it; what a text may have of it is decided here on its syntax tree, before it is stored. There are no
//! filters, functions, arithmetic, variables, macros and inclusions, so that a text cannot grow but by its loops; those end with their
//! lists, and rendering has a limit of steps and of length for loops within loops.

use std::{collections::BTreeSet, io};

use minijinja::{
    Environment, UndefinedBehavior,
    machinery::{
        WhitespaceConfig,
        ast::{BinOpKind, CompareOpKind, Expr, ForLoop, IfCond, Stmt, UnaryOpKind},
        parse,
    },
    syntax::SyntaxConfig,
};
use serde::Serialize;
use shared::ApiError;

use super::{
    depth::too_deep,
    names::{LOOP, NAMES, Named, of},
};
use crate::records::text::TEXT_BYTES_MAX;

/// Steps of the library that rendering one text may take.
const STEPS_MAX: u64 = 100_000;
/// Loops within each other.
const LOOPS_MAX: usize = 3;

/// The names in a text, in alphabetical order.
///
/// # Errors
/// 422 naming `body`: `invalid_template` when it cannot be read, `not_allowed` for what the language has not, `unknown_placeholder`.
pub fn placeholders(text: &str) -> Result<Vec<String>, ApiError> {
    if let Some(what) = too_deep(text) {
        return Err(ApiError::rule("body", "invalid_template", what));
    }
    let tree = parse(text, "body", SyntaxConfig, WhitespaceConfig::default()).map_err(|error| {
        let line = error.line().map(|line| format!(" in line {line}")).unwrap_or_default();
        let detail = error.detail().unwrap_or("it cannot be read");
        ApiError::rule("body", "invalid_template", format!("the text is not valid{line}: {detail}"))
    })?;
    let mut reading = Reading::default();
    reading.statement(&tree)?;
    Ok(reading.found.into_iter().collect())
}

/// A text with its names filled in.
///
/// # Errors
/// 422 naming `template_id` when it does not render, takes too many steps or becomes too long.
pub fn rendered(text: &str, values: &impl Serialize) -> Result<String, ApiError> {
    if let Some(what) = too_deep(text) {
        return Err(ApiError::rule("template_id", "not_renderable", what));
    }
    let mut environment = Environment::empty();
    environment.set_fuel(Some(STEPS_MAX));
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    let mut page = Page::default();
    let outcome = environment
        .template_from_str(text)
        .and_then(|template| template.render_captured_to(values, &mut page).map(drop));
    if page.is_full {
        let message = format!("the text has more than {TEXT_BYTES_MAX} bytes when its placeholders are filled in");
        return Err(ApiError::rule("template_id", "text_too_long", message));
    }
    outcome.map_err(|error| {
        let message = format!("the text of the template cannot be filled in: {}", error.kind());
        ApiError::rule("template_id", "not_renderable", message)
    })?;
    String::from_utf8(page.bytes).map_err(|_| ApiError::internal("a text that is not UTF-8 was rendered"))
}

/// What is written, up to the longest text that is stored.
#[derive(Default)]
struct Page {
    bytes: Vec<u8>,
    is_full: bool,
}

impl io::Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > TEXT_BYTES_MAX {
            self.is_full = true;
            return Err(io::Error::other("the text is too long"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A syntax tree that is being read: the names that were found, and those that the loops around have, innermost last.
#[derive(Default)]
struct Reading {
    found: BTreeSet<String>,
    loops: Vec<Entry>,
}

/// What a loop calls the entry that it is at.
struct Entry {
    name: String,
    list: String,
    names: &'static [(&'static str, Named)],
}

/// What an expression names, and how the list of placeholders has it.
type Meant = (Named, String);

impl Reading {
    fn statements(&mut self, statements: &[Stmt<'_>]) -> Result<(), ApiError> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Stmt<'_>) -> Result<(), ApiError> {
        match statement {
            Stmt::Template(template) => self.statements(&template.children),
            Stmt::EmitRaw(_) => Ok(()),
            Stmt::EmitExpr(shown) => match self.name(&shown.expr)? {
                (Named::Text | Named::Number, path) => {
                    self.found.insert(path);
                    Ok(())
                }
                (Named::Group(_) | Named::List(_), path) => {
                    let message = format!("{path} is no text: name something below it, or go through the list");
                    Err(ApiError::rule("body", "unknown_placeholder", message))
                }
            },
            Stmt::ForLoop(repeated) => self.repeated(repeated),
            Stmt::IfCond(condition) => self.condition(condition),
            // Whatever else the library can do, now or in a later version.
            _ => Err(not_allowed("only placeholders, conditions and loops over lists")),
        }
    }

    fn repeated(&mut self, repeated: &ForLoop<'_>) -> Result<(), ApiError> {
        let Expr::Var(entry) = &repeated.target else { return Err(not_allowed("a loop has one name for its entry")) };
        if repeated.recursive || repeated.filter_expr.is_some() {
            return Err(not_allowed("a loop goes through all of a list, once"));
        }
        if self.loops.len() >= LOOPS_MAX {
            return Err(not_allowed(&format!("at most {LOOPS_MAX} loops stand within each other")));
        }
        let (Named::List(names), list) = self.name(&repeated.iter)? else {
            return Err(not_allowed("a loop goes through items or signers"));
        };
        self.found.insert(list.clone());
        self.statements(&repeated.else_body)?;
        self.loops.push(Entry { name: entry.id.to_owned(), list, names });
        self.statements(&repeated.body)?;
        self.loops.pop();
        Ok(())
    }

    fn condition(&mut self, condition: &IfCond<'_>) -> Result<(), ApiError> {
        self.asked(&condition.expr)?;
        self.statements(&condition.true_body)?;
        self.statements(&condition.false_body)
    }

    /// What a condition asks: whether there is something, or how it compares with another name or a constant.
    fn asked(&mut self, expression: &Expr<'_>) -> Result<(), ApiError> {
        match expression {
            Expr::Var(_) | Expr::GetAttr(_) => {
                let (_, path) = self.name(expression)?;
                self.found.insert(path);
                Ok(())
            }
            Expr::Const(_) => Ok(()),
            Expr::UnaryOp(negated) if matches!(negated.op, UnaryOpKind::Not) => self.asked(&negated.expr),
            Expr::BinOp(joined) if is_condition(joined.op) => {
                if matches!(joined.op, BinOpKind::Lt | BinOpKind::Lte | BinOpKind::Gt | BinOpKind::Gte) {
                    self.is_number(&joined.left)?;
                    self.is_number(&joined.right)?;
                }
                self.asked(&joined.left)?;
                self.asked(&joined.right)
            }
            Expr::Compare(compared) => {
                if compared.ops.iter().any(|other| is_by_size(other.op)) {
                    self.is_number(&compared.expr)?;
                    compared.ops.iter().try_for_each(|other| self.is_number(&other.expr))?;
                }
                self.asked(&compared.expr)?;
                compared.ops.iter().try_for_each(|other| self.asked(&other.expr))
            }
            _ => Err(not_allowed("a condition asks for placeholders, compared with each other or with constants")),
        }
    }

    /// Refuses to compare by size what is no number: a text is neither larger nor smaller than one.
    fn is_number(&self, expression: &Expr<'_>) -> Result<(), ApiError> {
        let is_number = match expression {
            Expr::Const(constant) => constant.value.is_number(),
            Expr::Var(_) | Expr::GetAttr(_) => matches!(self.name(expression)?, (Named::Number, _)),
            _ => false,
        };
        let message = "by size, only numbers are compared: quantity, order, notice_days, loop.index and constants";
        if is_number { Ok(()) } else { Err(not_allowed(message)) }
    }

    /// What an expression that is a name, or names joined by points, stands for.
    fn name(&self, expression: &Expr<'_>) -> Result<Meant, ApiError> {
        match expression {
            Expr::Var(name) => {
                if name.id == "loop" && !self.loops.is_empty() {
                    return Ok((LOOP, "loop".to_owned()));
                }
                if let Some(entry) = self.loops.iter().rev().find(|entry| entry.name == name.id) {
                    return Ok((Named::Group(entry.names), format!("{}[]", entry.list)));
                }
                of(NAMES, name.id).map(|named| (named, name.id.to_owned())).ok_or_else(|| unknown(name.id))
            }
            Expr::GetAttr(below) => {
                let (named, path) = self.name(&below.expr)?;
                let path = format!("{path}.{}", below.name);
                let Named::Group(names) = named else { return Err(unknown(&path)) };
                of(names, below.name).map(|named| (named, path.clone())).ok_or_else(|| unknown(&path))
            }
            _ => Err(not_allowed("a placeholder is a name, or names joined by points")),
        }
    }
}

/// Whether a comparison asks which is larger.
const fn is_by_size(operator: CompareOpKind) -> bool {
    matches!(operator, CompareOpKind::Lt | CompareOpKind::Lte | CompareOpKind::Gt | CompareOpKind::Gte)
}

/// Whether an operator belongs into a condition.
const fn is_condition(operator: BinOpKind) -> bool {
    matches!(
        operator,
        BinOpKind::Eq
            | BinOpKind::Ne
            | BinOpKind::Lt
            | BinOpKind::Lte
            | BinOpKind::Gt
            | BinOpKind::Gte
            | BinOpKind::ScAnd
            | BinOpKind::ScOr
    )
}

fn unknown(path: &str) -> ApiError {
    let shown: String = path.chars().take(100).collect();
    ApiError::rule("body", "unknown_placeholder", format!("there is no placeholder {shown}"))
}

fn not_allowed(what: &str) -> ApiError {
    ApiError::rule("body", "not_allowed", format!("a text has only this: {what}"))
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
