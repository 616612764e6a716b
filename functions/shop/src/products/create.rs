use records::Location;
use records::publication::RequireActive as _;
use shared::{
    api::{Body, Call, Created, Creates, New},
    category,
};
use store::Record;

use super::{extra, options};
use crate::records::{product::ShopProduct, stock::ShopStock};

/// Creates a product without stock, in a category of the same location.
pub async fn create(call: Call, Body(new): Body<New<ShopProduct>>) -> Creates<ShopProduct> {
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let mut product = ShopProduct { fields: new.fields, currency: location.body.currency, stock: None };
    product.check()?;
    extra::require_resources(&call, None, &product).await?;
    call.require_new_files("media_keys", &product.media_keys, &[]).await?;
    options::require_tax_rates(&call, &[], &product.options).await?;
    options::identify(&call, &[], &mut product.options)?;
    let mut stock = ShopStock { location_id: location.id, options: Vec::new() };
    options::follow(&mut stock, &product, call.now)?;
    product.stock = Some(stock.clone());
    let product = call.new_record(product, new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&product);
    transaction.create(&Record { id: product.id.cast(), ..call.new_record(stock, None) });
    transaction.require_active(&location, "location_id");
    transaction.add(&Location::uses(location.id), 1);
    transaction.add(&Location::prices(location.id), 1);
    category::add_to_category(&call, &mut transaction, product.body.category_id, location.id).await?;
    call.commit(transaction, Created(product)).await
}
