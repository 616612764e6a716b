//! What was charged of a subscription, on which invoices, and what of it is charged no more: one record that says what
//! can be credited, what a credit note can take off, and what is left when an invoice is voided or given up.

use billing::{documents::Credited, subscription_lines::BilledAs};
use money_documents::{invoice::Invoice, invoice_item::InvoiceItem};
use serde::{Deserialize, Serialize};
use values::Id;

/// Most invoices that are remembered with what they charge: the latest.
const INVOICES_MAX: usize = 100;
/// Most items of a period that are remembered because they wait as credits: the latest.
const ITEMS_MAX: usize = 25;

/// What something is charged for that can be credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargedFor {
    /// The plan's dues for a period.
    Period {
        /// How often periods had begun anew.
        restarts: u32,
        /// Number of the period in the schedule.
        number: u32,
    },
    /// The fee that is charged once at the beginning.
    SetupFee,
    /// The deposit that is held until the end.
    Deposit,
}

/// What was charged of a subscription, and what of it is charged no more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChargedDues {
    on: Vec<ChargedOnInvoice>,
    off: Vec<TakenOff>,
}

/// What an invoice charges for something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ChargedOnInvoice {
    /// Identifier of the invoice.
    id: Id<()>,
    /// Its lines of it.
    lines: Vec<Id<()>>,
    /// What the lines are charged for.
    charged_for: ChargedFor,
    /// How much, less what these lines credit and what credit notes took off them.
    minor: i64,
    /// Whether it charges it.
    #[serde(rename = "standing")]
    status: ChargeStatus,
    /// Whether some of it was credited since: then the invoice cannot be voided.
    is_credited: bool,
}

/// Whether an invoice charges what stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ChargeStatus {
    /// It was issued, and asks for what stands on it.
    Charges,
    /// It is a draft, which charges nothing.
    Draft,
    /// It was given up: nobody pays it.
    GivenUp,
}

/// What is charged no more for something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct TakenOff {
    charged_for: ChargedFor,
    /// Items that wait for the customer's next invoices, or did.
    items: Vec<Id<InvoiceItem>>,
    /// How much; below zero for what invoices charge that are not remembered any more.
    minor: i64,
}

/// What lines were billed as: nothing, or the invoice. What is credited is noted by itself.
pub type Billing = BilledAs<(), InvoicedLines>;

/// Lines on an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoicedLines {
    /// Invoice on which the lines stand.
    pub id: Id<Invoice>,
    /// Its items, in the order of what was charged, without what waited.
    pub items: Vec<Id<()>>,
    /// Whether it is a draft, which charges nothing.
    pub is_draft: bool,
}

/// What an invoice charges for something, less what was credited of it.
#[derive(Clone, Copy, Debug)]
pub struct ChargeOn<'a> {
    /// Invoice that charges it.
    pub invoice: Id<Invoice>,
    /// Its lines of it.
    pub lines: &'a [Id<()>],
    /// What the lines are charged for.
    pub charged_for: ChargedFor,
    /// How much.
    pub minor: i64,
}

/// What is to be charged or, below zero, credited for something.
pub type Share = (Option<ChargedFor>, i64);

impl ChargedDues {
    /// What is charged for something now: no more of it is credited.
    #[must_use]
    pub fn left_minor(&self, charged_for: ChargedFor) -> i64 {
        let charges = |on: &&ChargedOnInvoice| on.charged_for == charged_for && on.status == ChargeStatus::Charges;
        let charged = self.on.iter().filter(charges).map(|on| on.minor).fold(0, i64::saturating_add);
        let off = self.off.iter().filter(|off| off.charged_for == charged_for).map(|off| off.minor);
        charged.saturating_sub(off.fold(0, i64::saturating_add))
    }

    /// Whether some of it was credited.
    #[must_use]
    pub fn is_taken_off(&self, charged_for: ChargedFor) -> bool {
        let by_note = |on: &ChargedOnInvoice| on.charged_for == charged_for && on.is_credited;
        self.off.iter().any(|off| off.charged_for == charged_for) || self.on.iter().any(by_note)
    }

    /// Whether something is on an invoice that can be credited.
    #[must_use]
    pub fn is_on(&self, invoice: Id<()>) -> bool {
        self.on.iter().any(|on| on.id == invoice)
    }

    /// Whether something of an invoice was credited since.
    #[must_use]
    pub fn is_credited(&self, invoice: Id<()>) -> bool {
        self.on.iter().any(|on| on.id == invoice && on.is_credited)
    }

    /// What invoices charge that asks for it, the latest first.
    pub fn charged_on(&self) -> impl Iterator<Item = ChargeOn<'_>> {
        let charges = self.on.iter().rev().filter(|on| on.status == ChargeStatus::Charges && on.minor > 0);
        charges.map(|on| ChargeOn {
            invoice: on.id.cast(),
            lines: &on.lines,
            charged_for: on.charged_for,
            minor: on.minor,
        })
    }

    /// Invoices that were given up.
    #[must_use]
    pub fn given_up_invoices(&self) -> Vec<Id<Invoice>> {
        let mut ids: Vec<Id<Invoice>> = Vec::new();
        for on in self.on.iter().filter(|on| on.status == ChargeStatus::GivenUp) {
            if !ids.contains(&on.id.cast()) {
                ids.push(on.id.cast());
            }
        }
        ids
    }

    /// Items that waited as credits for something.
    #[must_use]
    pub fn credits_for(&self, charged_for: ChargedFor) -> Vec<Id<InvoiceItem>> {
        let off = self.off.iter().filter(|off| off.charged_for == charged_for);
        off.flat_map(|off| off.items.iter().copied()).collect()
    }

    /// What an item that waited as a credit is for.
    #[must_use]
    pub fn credited_by(&self, item: Id<InvoiceItem>) -> Option<ChargedFor> {
        self.off.iter().find(|off| off.items.contains(&item)).map(|off| off.charged_for)
    }

    /// Notes what became of lines, of each of which it is said what it is charged for and how much.
    pub fn note(&mut self, billing: &Billing, shares: &[Share]) {
        let mut of: Vec<ChargedFor> = Vec::new();
        for (charged_for, _) in shares {
            of.extend(charged_for.filter(|charged_for| !of.contains(charged_for)));
        }
        for charged_for in of {
            let own = |(for_what, _): &Share| *for_what == Some(charged_for);
            let minor = shares.iter().filter(|share| own(share)).map(|(_, minor)| *minor).fold(0, i64::saturating_add);
            let credits = shares.iter().any(|share| own(share) && share.1 < 0);
            // Where as much is charged as credited, what was charged before stays charged.
            if credits && !(minor == 0 && *billing == BilledAs::Nothing) {
                self.note_credited(charged_for);
            }
            let lines_of = |all: &[Id<()>]| -> Vec<Id<()>> {
                shares.iter().zip(all).filter(|(share, _)| own(share)).map(|(_, line)| *line).collect()
            };
            match billing {
                BilledAs::Invoice(invoice) => self.charge(invoice, lines_of(&invoice.items), charged_for, minor),
                BilledAs::Credits(()) | BilledAs::Nothing => {
                    self.take_off(charged_for, Vec::new(), minor.saturating_neg());
                }
            }
        }
    }

    fn note_credited(&mut self, charged_for: ChargedFor) {
        for on in self.on.iter_mut().filter(|on| on.charged_for == charged_for && on.minor > 0) {
            on.is_credited = true;
        }
    }

    fn charge(&mut self, invoice: &InvoicedLines, lines: Vec<Id<()>>, charged_for: ChargedFor, minor: i64) {
        let id = invoice.id.cast();
        let status = if invoice.is_draft { ChargeStatus::Draft } else { ChargeStatus::Charges };
        self.on.push(ChargedOnInvoice { id, lines, charged_for, minor, status, is_credited: false });
        while self.on.len() > INVOICES_MAX {
            let oldest = self.on.remove(0);
            if oldest.status == ChargeStatus::Charges {
                self.take_off(oldest.charged_for, Vec::new(), oldest.minor.saturating_neg());
            }
        }
    }

    /// Takes something off that is charged no more.
    pub fn take_off(&mut self, charged_for: ChargedFor, items: Vec<Id<InvoiceItem>>, minor: i64) {
        if minor == 0 && items.is_empty() {
            return;
        }
        let Some(off) = self.off.iter_mut().find(|off| off.charged_for == charged_for) else {
            return self.off.push(TakenOff { charged_for, items, minor });
        };
        off.minor = off.minor.saturating_add(minor);
        off.items.extend(items);
        let too_many = off.items.len().saturating_sub(ITEMS_MAX);
        off.items.drain(..too_many);
    }

    /// The subscription credits these lines of an invoice by a note.
    pub fn take_credited(&mut self, invoice: Id<()>, lines: &[Credited]) {
        for on in self.on.iter_mut().filter(|on| on.id == invoice) {
            let own = lines.iter().filter(|line| on.lines.contains(&line.item.cast()));
            let minor = own.map(|line| line.amount_minor).fold(0, i64::saturating_add);
            on.minor = on.minor.saturating_sub(minor);
            on.is_credited |= minor != 0;
        }
    }

    /// The subscription credits something by an item that is booked.
    pub fn take_booked(&mut self, charged_for: ChargedFor, item: Id<InvoiceItem>, minor: i64) {
        self.note_credited(charged_for);
        self.take_off(charged_for, vec![item], minor);
    }

    /// What was charged for one thing was charged for another: another cycle began within the period.
    pub fn rename(&mut self, from: ChargedFor, to: ChargedFor) {
        self.on.iter_mut().filter(|on| on.charged_for == from).for_each(|on| on.charged_for = to);
        self.off.iter_mut().filter(|off| off.charged_for == from).for_each(|off| off.charged_for = to);
    }

    /// Forgets periods before this one, but those of which something was credited, so that it is not credited again.
    pub fn keep_from(&mut self, restarts: u32, number: u32) {
        let is_kept = |charged_for: ChargedFor| match charged_for {
            ChargedFor::SetupFee | ChargedFor::Deposit => true,
            ChargedFor::Period { restarts: of, number: period } => of == restarts && number <= period,
        };
        let credited: Vec<ChargedFor> = self.on.iter().filter(|on| on.is_credited).map(|on| on.charged_for).collect();
        self.on.retain(|on| is_kept(on.charged_for) || credited.contains(&on.charged_for));
        self.off.retain(|off| is_kept(off.charged_for) || credited.contains(&off.charged_for));
    }

    /// An invoice is voided: it charges nothing, and credits nothing.
    pub fn void(&mut self, invoice: Id<()>) {
        self.on.retain(|on| on.id != invoice);
    }

    /// An invoice is given up. Answers what was credited above what is charged then.
    pub fn give_up(&mut self, invoice: Id<()>) -> Vec<(ChargedFor, i64)> {
        let mut over: Vec<(ChargedFor, i64)> = Vec::new();
        for on in self.on.iter_mut().filter(|on| on.id == invoice) {
            on.status = ChargeStatus::GivenUp;
            over.push((on.charged_for, 0));
        }
        for (charged_for, minor) in &mut over {
            *minor = self.left_minor(*charged_for).min(0).saturating_neg();
        }
        over.retain(|(_, minor)| *minor > 0);
        over
    }

    /// An invoice that was given up was paid after all.
    pub fn paid(&mut self, invoice: Id<()>) {
        for on in self.on.iter_mut().filter(|on| on.id == invoice && on.status == ChargeStatus::GivenUp) {
            on.status = ChargeStatus::Charges;
        }
    }

    /// A draft is issued with these lines: what they charge now.
    pub fn issue(&mut self, invoice: Id<()>, lines: &[(Id<()>, i64)]) {
        for on in self.on.iter_mut().filter(|on| on.id == invoice && on.status == ChargeStatus::Draft) {
            let own = lines.iter().filter(|(line, _)| on.lines.contains(line));
            on.minor = own.map(|(_, minor)| *minor).fold(0, i64::saturating_add);
            on.status = ChargeStatus::Charges;
        }
    }

    /// A credit note takes these lines off an invoice, or is voided.
    ///
    /// # Errors
    /// The place of the first line of which more is taken off than is charged.
    pub fn take_note(&mut self, invoice: Id<()>, lines: &[Credited], is_valid: bool) -> Result<(), usize> {
        let mut above = None;
        for index in 0..self.on.len() {
            let Some(on) = self.on.get(index).filter(|on| on.id == invoice) else { continue };
            let own = |line: &&Credited| on.lines.contains(&line.item.cast());
            let minor = lines.iter().filter(own).map(|line| line.amount_minor).fold(0, i64::saturating_add);
            let counted = if on.status == ChargeStatus::Charges { 0 } else { on.minor };
            let left = self.left_minor(on.charged_for).saturating_add(counted);
            if is_valid && minor > 0 && left < minor {
                above = above.or(lines.iter().position(|line| own(&line)));
            }
            let minor = if is_valid { minor } else { minor.saturating_neg() };
            if let Some(on) = self.on.get_mut(index) {
                on.minor = on.minor.saturating_sub(minor);
            }
        }
        above.map_or(Ok(()), Err)
    }
}
