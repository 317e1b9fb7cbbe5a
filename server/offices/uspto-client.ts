import {
  type Again,
  type Answer,
  type Answered,
  askInTurn,
  BUSY,
  type Got,
  mayPass,
  NOT_THE_OFFICE,
  type Office,
  reach,
  stop,
  wholeOf,
} from './office.ts'
import { readFileWrapper } from './uspto-answer.ts'

const MAX_BYTES = 8 << 20

/** Answer of the Open Data Portal for an application such as US17248024 */
export async function askUspto(office: Office, number: string): Promise<Answer> {
  const got = await askPortal(office, `patent/applications/${number.slice(2)}`)
  return got === 'unknown' || 'fault' in got ? got : readFileWrapper(got.bytes, number)
}

/** Tries the key, by asking for one line of the list of statuses. */
export async function tryKey(office: Office): Promise<void> {
  const got = await askPortal(office, 'patent/status-codes?limit=1')
  if (got === 'unknown' || 'fault' in got) stop(office, NOT_THE_OFFICE)
}

const askPortal = (office: Office, path: string): Promise<Got> =>
  askInTurn(office, async () => {
    const headers = { 'x-api-key': office.account.secret, accept: 'application/json' }
    const called = await reach(office, `${office.account.base}/api/v1/${path}`, { method: 'GET', headers, most: MAX_BYTES })
    return 'again' in called ? called : readStatus(called)
  })

function readStatus(called: Answered): Got | Again | 'sign in' {
  const { code, headers } = called
  if (code === 200) return wholeOf(called, MAX_BYTES)
  if (code === 404) return 'unknown'
  // A gateway on the way may have refused it: asked once more.
  if (code === 401 || code === 403) return 'sign in'
  if (mayPass(code)) return { again: BUSY, headers }
  return { fault: [`该局回答了状态 ${code}`, `the office answered with status ${code}`] }
}
