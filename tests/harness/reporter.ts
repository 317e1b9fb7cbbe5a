import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** Begins each line that is meant for the runner, among whatever a test prints. */
export const MARK = '\u001e'

export type Outcome = { file: string; name: string; line: number; milliseconds: number; failed?: string }

// What is thrown outside every test only reaches a reporter as a message without a stack.
process.on('uncaughtExceptionMonitor', (error) => console.error(error))

/** One line for each test that ended; skipped and todo tests count as failures, since they prove nothing. */
export default async function* report(source: AsyncIterable<TestEvent>) {
  for await (const { type, data } of source) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue
    const failed = type === 'test:fail' ? whyOf(data.details.error) : data.skip || data.todo ? 'not run' : undefined
    const outcome: Outcome = {
      file: data.file ? relative(process.cwd(), data.file) : '',
      name: data.name,
      line: data.line ?? 0,
      milliseconds: data.nesting === 0 ? data.details.duration_ms : 0, // that of a subtest is its parent's too
      ...(failed !== undefined && { failed }),
    }
    yield `${MARK}${JSON.stringify(outcome)}\n`
  }
}

/** The runner wraps what the test threw; a parent of a failed subtest has nothing to add. */
function whyOf(error: Error & { failureType?: string }) {
  if (error.failureType === 'subtestsFailed') return ''
  const thrown = error.cause ?? error
  return thrown instanceof Error ? `${thrown.stack ?? thrown.message}` : String(thrown)
}
