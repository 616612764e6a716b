//! What the command line can say.

use std::{net::IpAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use notify::SmtpServer;

use crate::invocation::VERSION;

/// Where the database is kept unless `--data` says otherwise: in the folder in which the command is started.
const DATA: &str = ".local";

/// Colonnade on this machine. Without a command: all areas, a database and demo data, on loopback.
#[derive(Debug, Parser)]
#[command(name = "colonnade", version = VERSION.as_str(), args_conflicts_with_subcommands = true)]
pub struct Options {
    /// What to do instead of serving the API.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to serve the API.
    #[command(flatten)]
    pub serve: ServeOptions,
}

/// What else can be done.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve only the database, with the same data, for `sam local` and `cargo lambda watch`
    Db(DbOptions),
    /// Make, list and revoke API clients, here or with --table in AWS
    Client {
        /// What is done with API clients: make, list or revoke.
        #[command(subcommand)]
        command: ClientCommand,
    },
    /// Write down what time has done by itself, once, as the scheduled function does every minute
    Sweep(TableOptions),
    /// Read a whole table and list what disagrees in it: books, calendars, counters, lists, unique names
    Fsck(TableOptions),
    /// Show events as the running service sends them, and have them sent to a receiver on this machine
    Listen(ListenOptions),
    /// Write all items of a table as lines of JSON, while it is in use
    Export(ExportOptions),
    /// Write the items of an export into a table that has none
    Import(ImportOptions),
    /// Count the lists of bookings of merchants of whom they are not counted, such as after an update or an import
    CountCalendars(CountOptions),
    /// Make the lists by fields of merchants of whom they are not complete, such as after an update or an import
    BuildFilterLists(CountOptions),
    /// Make the sums of reports of merchants of whom they are not complete, such as after an update or an import
    BuildFigures(CountOptions),
    /// Ask the running service whether it answers, for the health check of a container
    Health {
        /// Port of the running service
        #[arg(long, default_value_t = 3000)]
        port: u16,
    },
    /// Book credits that wait for an invoice in a table of before they were booked when they arise
    BookCredits(TableOptions),
    /// Print the OpenAPI document
    Openapi,
    /// Print docs/EVENTS.md, or with --types the file of types that the event log accepts
    EventsDoc {
        /// Print the file shared/event_history/src/types.json instead
        #[arg(long)]
        types: bool,
    },
}

/// How to serve the API.
#[derive(Args, Debug)]
pub struct ServeOptions {
    /// Address to listen on; whoever reaches it is the owner of the demo. A container needs 0.0.0.0
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Port; 0 takes a free one
    #[arg(long, default_value_t = 3000)]
    pub port: u16,
    /// Print one line per request: for people in a terminal, as JSON when it is piped
    #[arg(long)]
    pub log: bool,
    /// Let webhook endpoints be on this machine, such as http://127.0.0.1:4000/hook
    #[arg(long)]
    pub allow_local_webhooks: bool,
    /// Take any number of requests of one API client, which has the limit of a deployment otherwise
    #[arg(long)]
    pub no_client_limit: bool,
    /// Send letters by this server, HOST:PORT or USER:PASSWORD@HOST:PORT, instead of showing them at /mail
    #[arg(long, value_name = "SERVER", value_parser = SmtpServer::parse)]
    pub smtp: Option<SmtpServer>,
    /// Address that letters are from
    #[arg(long, value_name = "ADDRESS")]
    pub sender: Option<String>,
    /// Read the console's files from this folder at every request, for whoever changes them
    #[arg(long, value_name = "DIR")]
    pub console: Option<PathBuf>,
    /// Where the data is kept, and with what it begins.
    #[command(flatten)]
    pub data: DataOptions,
}

/// Which events to show, and where to send them.
#[derive(Args, Debug)]
pub struct ListenOptions {
    /// Receiver, such as http://127.0.0.1:4000/hook
    #[arg(long, value_name = "URL")]
    pub forward: String,
    /// Types of events with commas between them, such as booking.*,invoice.paid
    #[arg(long, value_name = "TYPES", default_value = "*")]
    pub types: String,
    /// Port of the running service
    #[arg(long, default_value_t = 3000)]
    pub port: u16,
    /// File that the service wrote credentials into, if not in its folder
    #[arg(long, value_name = "FILE")]
    pub credentials: Option<PathBuf>,
    /// Folder the database is kept in
    #[arg(long, value_name = "DIR", default_value = DATA)]
    pub data: PathBuf,
}

/// How to serve only the database.
#[derive(Args, Debug)]
pub struct DbOptions {
    /// Address to listen on; containers cannot reach 127.0.0.1
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Port; 0 takes a free one
    #[arg(long, default_value_t = 8000)]
    pub port: u16,
    /// Where the data is kept, and with what it begins.
    #[command(flatten)]
    pub data: DataOptions,
}

/// Which data to serve.
#[derive(Args, Debug)]
pub struct DataOptions {
    /// Folder the database is kept in
    #[arg(long, value_name = "DIR", default_value = DATA)]
    pub data: PathBuf,
    /// Keep nothing: begin anew at every start
    #[arg(long, conflicts_with = "data")]
    pub in_memory: bool,
    /// Delete what is in the folder first, and begin anew
    #[arg(long, conflicts_with = "in_memory")]
    pub reset: bool,
    /// Begin without demo data: two merchants and their clients only
    #[arg(long)]
    pub empty: bool,
    /// Write base URL and credentials into FILE, as lines a shell can read, once everything is ready
    #[arg(long, value_name = "FILE")]
    pub credentials: Option<PathBuf>,
}

/// What can be done with API clients.
#[derive(Debug, Subcommand)]
pub enum ClientCommand {
    /// Make a client that may do everything: the first of a new merchant, or one more of --merchant
    Create {
        /// Id of an existing merchant; without it a new one is made
        #[arg(long, value_name = "ID")]
        merchant: Option<String>,
        /// Name of the new merchant, or of the client with --merchant
        #[arg(long)]
        name: Option<String>,
        /// Default currency of the new merchant
        #[arg(long, default_value = "EUR")]
        currency: String,
        /// Default time zone of the new merchant
        #[arg(long, default_value = "UTC")]
        time_zone: String,
        /// Make the new merchant a sandbox, which has a test clock
        #[arg(long, conflicts_with = "merchant")]
        sandbox: bool,
        /// Table that gets the client: in AWS, or in the local data.
        #[command(flatten)]
        table: TableOptions,
    },
    /// List the newest clients of a merchant, or of every merchant
    List {
        /// Id of the merchant; without it all merchants are listed
        #[arg(long, value_name = "ID")]
        merchant: Option<String>,
        /// Table whose clients are listed: in AWS, or in the local data.
        #[command(flatten)]
        table: TableOptions,
    },
    /// Revoke a client for good
    Revoke {
        /// Client id, as it is sent in X-Client-ID
        client_id: String,
        /// Table that has the client: in AWS, or in the local data.
        #[command(flatten)]
        table: TableOptions,
    },
}

/// Items that are exported, and the file they are written to.
#[derive(Args, Debug)]
pub struct ExportOptions {
    /// Id of a merchant; without it the items of all are written
    #[arg(long, value_name = "ID")]
    pub merchant: Option<String>,
    /// Where to; standard output unless given. The file appears when it is whole
    #[arg(long, value_name = "FILE")]
    pub to: Option<PathBuf>,
    /// Table that is read: in AWS, or in the local data.
    #[command(flatten)]
    pub table: TableOptions,
}

/// File that is imported, and the table its items are written to.
#[derive(Args, Debug)]
pub struct ImportOptions {
    /// Where from; standard input unless given
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Go on with an import that was interrupted
    #[arg(long)]
    pub resume: bool,
    /// Table that is written: in AWS, or in the local data.
    #[command(flatten)]
    pub table: TableOptions,
}

/// Lists that are counted, and the table that has them.
#[derive(Args, Debug)]
pub struct CountOptions {
    /// Do it for every merchant again
    #[arg(long)]
    pub again: bool,
    /// Table that has the lists: in AWS, or in the local data.
    #[command(flatten)]
    pub table: TableOptions,
}

/// Table that a command is about: in AWS, or in the local data.
#[derive(Args, Debug)]
pub struct TableOptions {
    /// Name of a table in AWS, reached with the AWS credentials and region of the environment
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// Folder of the local data, when there is no --table
    #[arg(long, value_name = "DIR", default_value = DATA, hide_default_value = true, conflicts_with = "table")]
    pub data: PathBuf,
}
