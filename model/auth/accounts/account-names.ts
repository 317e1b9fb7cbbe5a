import { initialsOf } from '../../organisation/initials.ts'
import type { Words } from '../../kit/fields.ts'

/** The source of a user name. */
export type NamedBy = 'JOB_NUMBER' | 'EMAIL' | 'NAME_EN' | 'NAME'

/** User names that would suit a person, the best first: the job number, the e-mail address, the English name, the initials. */
export function accountNames({ job_number, email, name_en, name }: Readonly<Record<string, unknown>>): { by: NamedBy; account: string }[] {
  const found: [NamedBy, string][] = [
    ['JOB_NUMBER', textOf(job_number)],
    ['EMAIL', dotless(textOf(email).split('@')[0] ?? '')],
    ['NAME_EN', inWords(textOf(name_en) || textOf(name))],
    ['NAME', initialsOf(textOf(name))],
  ]
  return found.map(([by, text]) => ({ by, account: text.toLowerCase() })).filter(({ account }) => /^[a-z0-9@_-]{1,50}$/.test(account))
}

/** A dot, which a user name cannot have, becomes an underscore. */
const dotless = (text: string) => text.replaceAll('.', '_').replaceAll(/_{2,}/g, '_')

/** A Chinese name does not become one so. */
const inWords = (name: string) => dotless(name.trim().replaceAll(/[\s,]+/g, '_'))

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Told of a user name that is not the job number. */
export const NAMED_FROM: Readonly<Record<Exclude<NamedBy, 'JOB_NUMBER'>, Words>> = {
  EMAIL: ['登录名取自邮箱', 'the user name is taken from the e-mail address'],
  NAME_EN: ['登录名取自英文名或姓名', 'the user name is taken from the name'],
  NAME: ['登录名取自姓名的拼音首字母', 'the user name is taken from the initials of the name'],
}
