//! Commands that run until somebody stops them.

use std::{process::Command, task::Poll};

use local::stopping::wait_until_asked_to_stop;

/// A service manager sends SIGTERM: `listen` then takes its webhook endpoint back, as after Ctrl-C.
#[tokio::test]
async fn a_command_is_stopped_by_the_signal_of_service_managers() {
    let mut stopped = std::pin::pin!(wait_until_asked_to_stop());
    let first = std::future::poll_fn(|context| Poll::Ready(stopped.as_mut().poll(context).is_pending()));
    assert!(first.await, "nobody has asked yet");
    let sent = Command::new("kill").args(["-TERM", &std::process::id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    assert!(stopped.await.is_ok());
}
