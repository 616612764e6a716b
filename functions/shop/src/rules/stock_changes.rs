//! Changes of stock that one transaction makes: each product's stock is read once and written once, with the movements
//! that change what is on hand.

use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Id, LongText};
use work::UnitOfWork;

use crate::records::{
    movement::{MovementKind, StockMovement},
    option::ShopOption,
    order::ShopOrder,
    order_item::OrderItem,
    product::ShopProduct,
    stock::{OptionStock, ShopStock},
};

/// The stock of products, as it was read and as it will be.
#[derive(Debug, Default)]
pub struct StockChanges {
    stocks: Vec<(Record<ShopStock>, ShopStock)>,
    movements: Vec<StockMovement>,
}

/// Why what is on hand changes.
#[derive(Clone, Debug)]
pub struct MovedFor {
    /// Type of the movement: adjustment, sale or return.
    pub kind: MovementKind,
    /// Order that is handed over or comes back; none for an adjustment.
    pub order_id: Option<Id<ShopOrder>>,
    /// What the operator says.
    pub reason: LongText,
}

impl StockChanges {
    /// Reads what there is of products.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(
        work: &UnitOfWork,
        products: impl IntoIterator<Item = Id<ShopProduct>>,
    ) -> Result<Self, ApiError> {
        let mut ids: Vec<Id<ShopStock>> = products.into_iter().map(Id::cast).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(Self::default());
        }
        let stocks = work.store.find_all(work.tenant(), &ids).await?;
        let stocks = stocks.into_iter().map(|stock| (stock.clone(), stock.body)).collect();
        Ok(Self { stocks, movements: Vec::new() })
    }

    /// The stock of the items that keep some.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read_items(work: &UnitOfWork, items: &[OrderItem]) -> Result<Self, ApiError> {
        let tracked = items.iter().filter(|item| item.is_tracked);
        Self::read(work, tracked.map(|item| item.product_id)).await
    }

    /// Whether an option is counted, and was not removed from its product.
    #[must_use]
    pub fn has(&self, product: Id<ShopProduct>, option: Id<ShopOption>) -> bool {
        self.stocks.iter().any(|(before, after)| before.id == product.cast() && after.of(option).is_some())
    }

    /// What there will be of an option.
    ///
    /// # Errors
    /// 409 `version_conflict` when the product was made or changed meanwhile.
    pub fn option(&mut self, product: Id<ShopProduct>, option: Id<ShopOption>) -> Result<&mut OptionStock, ApiError> {
        let found = self.stocks.iter_mut().find(|(before, _)| before.id == product.cast());
        found.map(|(_, after)| after.of_mut(option)).ok_or_else(version_conflict)
    }

    /// Notes that what is on hand of an option was changed by so many.
    ///
    /// # Errors
    /// As [`Self::option`].
    pub fn note(
        &mut self,
        (product_id, option_id): (Id<ShopProduct>, Id<ShopOption>),
        quantity: i64,
        MovedFor { kind, order_id, reason }: MovedFor,
    ) -> Result<StockMovement, ApiError> {
        let stock = self.option(product_id, option_id)?;
        let (number, on_hand_after) = (stock.movements, stock.on_hand);
        let movement = StockMovement { product_id, option_id, number, kind, quantity, on_hand_after, order_id, reason };
        self.movements.push(movement.clone());
        Ok(movement)
    }

    /// Keeps what an order needs.
    ///
    /// # Errors
    /// 409 `out_of_stock` naming the first item of which there is too little; nothing is kept then.
    pub fn reserve(&mut self, work: &UnitOfWork, items: &[OrderItem]) -> Result<(), ApiError> {
        for (position, item) in items.iter().enumerate().filter(|(_, item)| item.is_tracked) {
            let field = format!("items[{position}].quantity");
            self.option(item.product_id, item.option_id)?.reserve(item.quantity, item.is_later, work.now, &field)?;
        }
        Ok(())
    }

    /// Gives back what an order kept.
    ///
    /// # Errors
    /// As [`Self::option`].
    pub fn release(&mut self, work: &UnitOfWork, items: &[OrderItem]) -> Result<(), ApiError> {
        for item in items.iter().filter(|item| item.is_tracked) {
            self.option(item.product_id, item.option_id)?.release(item.quantity, work.now);
        }
        Ok(())
    }

    /// Hands over what an order kept.
    ///
    /// # Errors
    /// 409 `out_of_stock` naming the item of which too little is on hand.
    pub fn sell(&mut self, work: &UnitOfWork, order: &Record<ShopOrder>) -> Result<(), ApiError> {
        for (position, item) in order.body.items.iter().enumerate().filter(|(_, item)| item.is_tracked) {
            let field = format!("items[{position}].quantity");
            let stock = self.option(item.product_id, item.option_id)?;
            stock.sell(item.quantity, item.is_later, work.now, &field)?;
            let moved = MovedFor { kind: MovementKind::Sale, order_id: Some(order.id), reason: LongText::default() };
            self.note((item.product_id, item.option_id), -item.quantity, moved)?;
        }
        Ok(())
    }

    /// Puts everything into the transaction. Answers the movements as they are stored.
    pub fn write(self, work: &UnitOfWork, transaction: &mut Transaction) -> Vec<Record<StockMovement>> {
        for (before, after) in self.stocks.into_iter().filter(|(before, after)| before.body != *after) {
            transaction.replace(&before, &work.next_version(&before, after, None));
        }
        let movements = self.movements.into_iter().map(|movement| work.new_record(movement, None));
        movements.inspect(|movement| transaction.create(movement)).collect()
    }
}
