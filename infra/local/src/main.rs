//! `cargo run -p local`: the service on this machine, and the operator's commands.

use std::{
    io::{self, Write as _},
    process::ExitCode,
    time::Instant,
};

use clap::{CommandFactory as _, FromArgMatches as _};
use local::{
    backup, book_credits, calendar, client, event_catalogue,
    fault::Fault,
    figures_build, filter_lists, fsck, health,
    invocation::invocation,
    listen,
    options::{Command, Options},
    serve, sweep,
};

fn main() -> ExitCode {
    let started = Instant::now();
    let matches = Options::command().bin_name(invocation()).get_matches();
    let options = Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(options, started) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let _ = writeln!(io::stderr(), "local: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: Options, started: Instant) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut out = io::stdout();
    runtime.block_on(async {
        match options.command {
            None => serve::api(&options.serve, started, &mut out).await,
            Some(Command::Db(options)) => serve::serve_database(&options, &mut out).await,
            Some(Command::Client { command }) => client::run(command, &mut out).await,
            Some(Command::Sweep(table)) => sweep::run(&table, &mut out).await,
            Some(Command::Fsck(table)) => fsck::run(&table, &mut out).await,
            Some(Command::EventsDoc { types: true }) => Ok(out.write_all(event_catalogue::types().as_bytes())?),
            Some(Command::EventsDoc { types: false }) => Ok(out.write_all(event_catalogue::page().as_bytes())?),
            Some(Command::Listen(options)) => listen::run(&options, &mut out).await,
            Some(Command::Export(options)) => backup::write(&options, &mut out).await,
            Some(Command::Import(options)) => backup::read(&options, &mut out).await,
            Some(Command::CountCalendars(options)) => calendar::run(&options, &mut out).await,
            Some(Command::BuildFilterLists(options)) => filter_lists::run(&options, &mut out).await,
            Some(Command::BookCredits(table)) => book_credits::run(&table, &mut out).await,
            Some(Command::BuildFigures(options)) => figures_build::run(&options, &mut out).await,
            Some(Command::Health { port }) => health::ask(port).await,
            Some(Command::Openapi) => Ok(out.write_all(local::docs::build_published().await?.as_bytes())?),
        }
    })
}
