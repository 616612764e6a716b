// What a page asks of the processor: its main thread's own time, which other programs on the machine don't lengthen.

const LONG_MS = 50;

/** Begins to count; what is returned tells the milliseconds of a page's main thread since. @param {any} session of the DevTools protocol */
export async function processorTimes(session) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1_000]));
  const before = await read();
  return async () => {
    const now = await read();
    const spent = (/** @type {string} */ name) => Math.round(now[name] - before[name]);
    return { all: spent('TaskDuration'), scripts: spent('ScriptDuration'), layout: spent('LayoutDuration') + spent('RecalcStyleDuration') };
  };
}

/** Begins to watch tasks; what is returned tells of those that took the processor longer than 50 ms. @param {any} session */
export async function processorTasks(session) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] } });
  return async () => {
    const over = new Promise((resolve) => { session.once('Tracing.tracingComplete', resolve); });
    await session.send('Tracing.end');
    await over;
    session.off('Tracing.dataCollected', collect);
    const ours = events.find(({ name, args }) => name === 'FunctionCall' && args.data?.url?.includes('/console/'));
    const times = events.filter(({ pid, tid, name, tdur }) => tdur && pid === ours?.pid && tid === ours?.tid && name.endsWith('RunTask')).map(({ tdur }) => tdur / 1_000);
    return { long: times.filter((time) => time > LONG_MS).length, longest: Math.round(Math.max(0, ...times)) };
  };
}
