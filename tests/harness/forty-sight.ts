// What each of the forty accounts should see, computed from the facts of the set-up and not by the rules of the product.
import assert from 'node:assert/strict'
import { type Case40, DEPARTMENTS, MEMBERS, mobileOf, numberOf, type Person40, RANGE } from './forty-accounts.ts'
import type { TestServer } from './server.ts'

type Opened = Omit<Person40, 'token'> & { password: string }

/** Signs in with the one-time password and chooses another, as at the first visit. */
export async function signIn({ call, tenant }: Pick<TestServer, 'call' | 'tenant'>, { at, account, password, role }: Opened): Promise<string> {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as the server keeps it
  const signed = await call<{ token: string; must_change_password: boolean }>('/innoe-passport/login', { username: account, password, captcha_id: data.captcha_id, captcha: answer, platform: Number(role.platform) }) // oxfmt-ignore
  assert.deepEqual([signed.code, signed.data?.must_change_password], [0, true], signed.text)
  const fresh = `Forty-${at}-steps`
  const changed = await call('/innoe-webapi/aggr/password/do/update', { old_password: password, new_password: fresh, confirm_password: fresh }, { as: signed.data.token }) // oxfmt-ignore
  assert.equal(changed.code, 0, changed.text)
  return signed.data.token
}

/** A department and those above it. */
const upward = (department: number): number[] => {
  const above = DEPARTMENTS[department]?.above
  return [department, ...(above === undefined ? [] : upward(above))]
}
const isIn = (department: number | undefined, some: readonly number[]) =>
  department !== undefined && upward(department).some((at) => some.includes(at))
const isOf = (one: Case40, some: readonly number[]) => some.includes(one.owner) || (one.helper !== undefined && some.includes(one.helper))
const isMember = ({ at, department }: Person40) => MEMBERS.people.includes(at) || isIn(department, MEMBERS.departments)

/** Which cases a person should see, by what the role is meant to show. */
export function isSeen(person: Person40, one: Case40, people: readonly Person40[]): boolean {
  switch (person.role.scope) {
    case 'SELF':
      return isOf(one, [person.at])
    case 'DEPT':
      return one.department === person.department
    case 'DEPT_SUB':
      return person.department !== undefined && isIn(one.department, [person.department])
    case 'COMPANY':
      return one.company === person.company
    case 'COMPANY_SUB':
      return person.company === 0 || one.company === person.company
    case 'VIRTUAL':
      return isMember(person) && (isOf(one, MEMBERS.people) || isIn(one.department, MEMBERS.departments))
    case 'PEOPLE':
      return isOf(one, [...RANGE.people, ...people.filter(({ department }) => isIn(department, RANGE.departments)).map(({ at }) => at)])
    case 'CUSTOM':
      return one.country === 'US'
    case 'AGENCY':
      return one.agency === person.agency
  }
}

/** What an answer shows of cases, remarks, fees, secret documents and personal numbers that this person should not see. */
export function leaksIn(person: Person40, text: string, visible: ReadonlySet<number>, caseOf?: ReadonlyMap<string, number>): string[] {
  const may: Readonly<Record<string, boolean>> = { q: true, r: person.role.remark, f: person.role.fees, s: person.role.secret }
  const own = [mobileOf(person.at), numberOf(person.at)]
  const shown = [...text.matchAll(/Z([qrfs])(\d{3})x/g)].filter(([, kind = '', at]) => !may[kind] || !visible.has(Number(at)))
  const numbers = [...text.matchAll(/1390001\d{4}|ZP000\d{4}/g)].filter(([found]) => !own.includes(found))
  const sids = [...text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].filter(([sid]) => caseOf?.has(sid) && !visible.has(caseOf.get(sid) ?? -1))
  return [...new Set([...shown, ...numbers, ...sids].map(([found]) => found))]
}

/** The cases of which a text has marks of this kind. */
export const casesIn = (text: string, kind: string) =>
  [...new Set([...text.matchAll(new RegExp(`Z${kind}(\\d{3})x`, 'g'))].map(([, at]) => Number(at)))].toSorted((a, b) => a - b)
