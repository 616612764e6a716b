//! What a text may have of the library's language, decided on its syntax tree before it is stored: names of a fixed
//! list, conditions, and loops over lists. Whatever else the library can do, now or in a later version, is refused.

use std::collections::BTreeSet;

use minijinja::machinery::ast::{BinOpKind, CompareOpKind, Expr, ForLoop, IfCond, Stmt, UnaryOpKind};

use crate::{
    names::{LOOP, Named, Names, of},
    refusal::Refusal,
};

/// Loops within each other.
const LOOPS_MAX: usize = 3;

/// The names in the syntax tree of a text, in alphabetical order.
///
/// # Errors
/// `not_allowed` for what the language has not, `unknown_placeholder`.
pub fn names_in(tree: &Stmt<'_>, names: Names) -> Result<Vec<String>, Refusal> {
    let mut reading = Reading { names, found: BTreeSet::new(), loops: Vec::new() };
    reading.statement(tree)?;
    Ok(reading.found.into_iter().collect())
}

/// A syntax tree that is being read: the names that were found, and those that the loops around have, innermost last.
struct Reading {
    names: Names,
    found: BTreeSet<String>,
    loops: Vec<Entry>,
}

/// What a loop calls the entry that it is at.
struct Entry {
    name: String,
    list: String,
    names: Names,
}

/// What an expression names, and how the list of placeholders has it.
type Meant = (Named, String);

impl Reading {
    fn statements(&mut self, statements: &[Stmt<'_>]) -> Result<(), Refusal> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Stmt<'_>) -> Result<(), Refusal> {
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
                    Err(Refusal::new("unknown_placeholder", message))
                }
            },
            Stmt::ForLoop(repeated) => self.repeated(repeated),
            Stmt::IfCond(condition) => self.condition(condition),
            // Whatever else the library can do, now or in a later version.
            _ => Err(not_allowed("only placeholders, conditions and loops over lists")),
        }
    }

    fn repeated(&mut self, repeated: &ForLoop<'_>) -> Result<(), Refusal> {
        let Expr::Var(entry) = &repeated.target else { return Err(not_allowed("a loop has one name for its entry")) };
        if repeated.recursive || repeated.filter_expr.is_some() {
            return Err(not_allowed("a loop goes through all of a list, once"));
        }
        if self.loops.len() >= LOOPS_MAX {
            return Err(not_allowed(&format!("at most {LOOPS_MAX} loops stand within each other")));
        }
        let (Named::List(names), list) = self.name(&repeated.iter)? else {
            return Err(not_allowed("a loop goes through a list"));
        };
        self.found.insert(list.clone());
        self.statements(&repeated.else_body)?;
        self.loops.push(Entry { name: entry.id.to_owned(), list, names });
        self.statements(&repeated.body)?;
        self.loops.pop();
        Ok(())
    }

    fn condition(&mut self, condition: &IfCond<'_>) -> Result<(), Refusal> {
        self.asked(&condition.expr)?;
        self.statements(&condition.true_body)?;
        self.statements(&condition.false_body)
    }

    /// What a condition asks: whether there is something, or how it compares with another name or a constant.
    fn asked(&mut self, expression: &Expr<'_>) -> Result<(), Refusal> {
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
    fn is_number(&self, expression: &Expr<'_>) -> Result<(), Refusal> {
        let is_number = match expression {
            Expr::Const(constant) => constant.value.is_number(),
            Expr::Var(_) | Expr::GetAttr(_) => matches!(self.name(expression)?, (Named::Number, _)),
            _ => false,
        };
        let message = "by size, only numbers are compared, such as loop.index and constants";
        if is_number { Ok(()) } else { Err(not_allowed(message)) }
    }

    /// What an expression that is a name, or names joined by points, stands for.
    fn name(&self, expression: &Expr<'_>) -> Result<Meant, Refusal> {
        match expression {
            Expr::Var(name) => {
                if name.id == "loop" && !self.loops.is_empty() {
                    return Ok((LOOP, "loop".to_owned()));
                }
                if let Some(entry) = self.loops.iter().rev().find(|entry| entry.name == name.id) {
                    return Ok((Named::Group(entry.names), format!("{}[]", entry.list)));
                }
                of(self.names, name.id).map(|named| (named, name.id.to_owned())).ok_or_else(|| unknown(name.id))
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

fn unknown(path: &str) -> Refusal {
    let shown: String = path.chars().take(100).collect();
    Refusal::new("unknown_placeholder", format!("there is no placeholder {shown}"))
}

fn not_allowed(what: &str) -> Refusal {
    Refusal::new("not_allowed", format!("a text has only this: {what}"))
}
