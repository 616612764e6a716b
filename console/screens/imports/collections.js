// What a table can be imported as: the operation that is run for each row, and the fields that a column can be for.
import { t, word } from '../../app/words.js';
import { SOURCES } from '../leads/lead-words.js';
import { TYPES } from '../settings/resource-words.js';

/**
 * @typedef {{name: string, label: string, also?: string, isNeeded?: boolean, kind?: 'location' | 'plan' | 'words' | 'date' | 'instant' | 'number' | 'whole', words?: string[]}} Field
 * `also` are headings that it is guessed from, `kind` says what its cells may stand for by name, or how they are read
 * @typedef {{key: string, operation: string, title: string, about: string, place?: 'location_id' | 'location_ids', fields: Field[], isFollowing?: boolean}} Collection
 */

/** @type {() => Field[]} */
const address = () => [
  { name: 'billing_address.line1', label: t('Street and number'), also: 'street address address1 strasse adres straat rue adresse calle direccion rua endereco 住所' },
  { name: 'billing_address.line2', label: t('Addition'), also: 'address2 zusatz' },
  { name: 'billing_address.postal_code', label: t('Postal code'), also: 'zip zipcode postcode plz postleitzahl codepostal codigopostal 郵便番号' },
  { name: 'billing_address.city', label: t('Town'), also: 'city ort stadt plaats stad woonplaats ville ciudad cidade 市区町村' },
  { name: 'billing_address.state', label: t('State or province'), also: 'state province region bundesland provincie' },
  { name: 'billing_address.country_code', label: t('Country in two letters'), also: 'country land pays pais 国' },
];
const EMAIL = 'mail email emailaddress emailadresse courriel correo 電子メール メール';
const PHONE = 'phone mobile telefon tel telefoon handy mobiel telephone telefono telefone 電話';
const COMPANY = 'company organisation organization firma unternehmen bedrijf societe entreprise empresa 会社';

/** @type {() => Field[]} */
const person = () => [
  { name: 'surname', label: t('Surname'), also: 'lastname familyname nachname achternaam nomdefamille apellido apellidos sobrenome 姓' },
  { name: 'phone', label: t('Telephone'), also: PHONE },
  { name: 'locale', label: t('Language, such as nl-NL'), also: 'language sprache taal langue idioma' },
  { name: 'role', label: t('Role'), kind: 'words', words: ['member', 'manager', 'admin', 'owner'] },
  { name: 'location_ids', label: t('Locations'), kind: 'location', also: 'location site standort locatie vestiging lieu ubicacion local 拠点' },
  { name: 'about', label: t('About them'), also: 'bio about' },
  { name: 'legal_name', label: t('Legal name'), also: 'invoicename' },
  { name: 'tax_id', label: t('Tax number'), also: 'vat vatid vatnumber ustid btw tva nif' },
  ...address(),
];
const NAME = 'fullname firstname givenname vorname voornaam prenom nombre nome 名前 氏名';

/** @type {() => Collection[]} */
export const collections = () => [
  { key: 'members', operation: 'create_member', title: t('New members'), about: t('People by name and e-mail address'), place: 'location_ids', fields: [{ name: 'name', label: t('Name'), also: NAME, isNeeded: true }, { name: 'email', label: t('E-mail address'), also: EMAIL, isNeeded: true }, ...person()] },
  { key: 'member_changes', operation: 'update_member', title: t('Changes of members'), about: t('By their id, such as a list that was exported'), fields: [{ name: 'path.id', label: t('Id'), also: 'id memberid', isNeeded: true }, { name: 'name', label: t('Name'), also: NAME }, { name: 'email', label: t('E-mail address'), also: EMAIL }, ...person()] },
  { key: 'companies', operation: 'create_company', title: t('New companies'), about: t('Customers with an address for invoices'), place: 'location_id', fields: [{ name: 'name', label: t('Name'), also: COMPANY, isNeeded: true }, { name: 'location_id', label: t('Location'), kind: 'location', also: 'site standort locatie vestiging' }, { name: 'legal_name', label: t('Legal name') }, { name: 'tax_id', label: t('Tax number'), also: 'vat vatid vatnumber ustid btw tva nif' },
    { name: 'billing_email', label: t('Address for invoices'), also: `${EMAIL} invoiceemail` }, { name: 'default_payment_terms_days', label: t('Days until invoices are due'), kind: 'whole', also: 'paymentterms terms zahlungsziel' }, { name: 'notes', label: t('Notes'), also: 'notes note comment bemerkung opmerking' }, ...address()] },
  { key: 'resources', operation: 'create_resource', title: t('New rooms and desks'), about: t('What can be booked at a location'), place: 'location_id', fields: [{ name: 'name', label: t('Name'), also: 'room resource raum ruimte salle sala', isNeeded: true }, { name: 'type', label: t('Type'), kind: 'words', words: TYPES, also: 'kind art soort', isNeeded: true }, { name: 'location_id', label: t('Location'), kind: 'location', also: 'site standort locatie vestiging' },
    { name: 'capacity', label: t('People'), kind: 'whole', also: 'capacity seats plaetze personen plaatsen places plazas lugares 定員' }, { name: 'units', label: t('Units'), kind: 'whole', also: 'count anzahl aantal' }, { name: 'description', label: t('Description'), also: 'beschreibung omschrijving' }, { name: 'amenities', label: t('Amenities, between semicolons'), also: 'equipment ausstattung' }, { name: 'tax_rate', label: t('Tax in percent'), kind: 'number', also: 'vat mwst ust btw tva iva' }, { name: 'price_cap_per_day', label: t('Price of a day at the most'), kind: 'number', also: 'daycap dayprice tagespreis dagprijs prixjour' }, { name: 'is_active', label: t('Whether it can be booked'), also: 'active aktiv' }] },
  { key: 'leads', operation: 'create_lead', title: t('New leads'), about: t('Who might become a customer'), place: 'location_id', fields: [{ name: 'name', label: t('Name'), also: NAME, isNeeded: true }, { name: 'email', label: t('E-mail address'), also: EMAIL }, { name: 'phone', label: t('Telephone'), also: PHONE }, { name: 'company_name', label: t('Company'), also: COMPANY }, { name: 'location_id', label: t('Location'), kind: 'location', also: 'site standort locatie vestiging' },
    { name: 'membership_plan_id', label: t('Membership plan'), kind: 'plan', also: 'plan tarif abo abonnement' }, { name: 'source', label: t('How they came'), kind: 'words', words: SOURCES, also: 'source quelle bron herkunft' }, { name: 'source_text', label: t('The same in words') }, { name: 'desk_count', label: t('Desks'), kind: 'whole', also: 'desks seats' }, { name: 'wanted_start', label: t('From'), kind: 'date', also: 'start startdate' }, { name: 'next_step', label: t('Next step') }, { name: 'next_step_on', label: t('To be done by'), kind: 'date' }, { name: 'notes', label: t('Notes'), also: 'notes note comment message' }] },
  { key: 'visits', operation: 'create_visitor_visit', title: t('Visitors who are expected'), about: t('Such as the guests of a day'), place: 'location_id', fields: [{ name: 'visitor.name', label: t('Name'), also: `visitor guest gast besucher ${NAME}`, isNeeded: true }, { name: 'visitor.surname', label: t('Surname'), also: 'lastname nachname achternaam' }, { name: 'visitor.email', label: t('E-mail address'), also: EMAIL }, { name: 'visitor.phone', label: t('Telephone'), also: PHONE }, { name: 'visitor.company_name', label: t('Company'), also: COMPANY },
    { name: 'expected_at', label: t('Expected at, day and time'), kind: 'instant', also: 'expected arrival date ankunft aankomst arrivee llegada chegada', isNeeded: true }, { name: 'expected_until', label: t('Until, day and time'), kind: 'instant' }, { name: 'host_id', label: t('Id of the host'), also: 'host hostid' }, { name: 'location_id', label: t('Location'), kind: 'location', also: 'site standort' }, { name: 'reason', label: t('Reason of the visit'), also: 'reason purpose grund' }, { name: 'comment', label: t('Note'), also: 'note comment' }] },
  { key: 'subscriptions', operation: 'create_subscription', title: t('Plans of imported members'), about: t('From the same table'), isFollowing: true, fields: [{ name: 'membership_plan_id', label: t('Membership plan'), kind: 'plan', also: 'plan tarif abo abonnement membership', isNeeded: true }, { name: 'start_date', label: t('From'), kind: 'date', also: 'start from since beginn seit vanaf', isNeeded: true }, { name: 'end_date', label: t('Until'), kind: 'date', also: 'end ende' }, { name: 'quantity', label: t('Quantity'), kind: 'whole', also: 'count anzahl aantal' }] },
];

/** @param {string} key */
export const collectionOf = (key) => /** @type {Collection} */ (collections().find((one) => one.key === key) ?? collections()[0]);

/** What an import's operation is called. @param {string} operation */
export const operationName = (operation) => collections().find((one) => one.operation === operation)?.title ?? word(operation);
