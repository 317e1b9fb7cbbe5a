import { isGuessable } from './weak-passwords.ts'

/** The forms of a password that a tenant may ask for: 8 to 16 characters of two classes, up to 30 of all four, or up to 64 of any. */
export const PASSWORD_LENGTHS = { '8_16': { min: 8, max: 16 }, '8_30': { min: 8, max: 30 }, '8_64': { min: 8, max: 64 } } as const
export const PASSWORD_KINDS = ['TWO', 'FOUR', 'ANY'] as const

export type PasswordRule = { password_length: keyof typeof PASSWORD_LENGTHS; password_kinds: (typeof PASSWORD_KINDS)[number] }
export type PasswordPart = 'length' | 'kinds' | 'spaces' | 'common'

/** The rules that this password breaks; `own` are words that belong to the account or the installation. */
export function missingFrom(password: string, { password_length, password_kinds }: PasswordRule, own: readonly string[] = []): PasswordPart[] {
  const { min, max } = PASSWORD_LENGTHS[password_length]
  const missing: PasswordPart[] = []
  if (password.length < min || password.length > max) missing.push('length')
  if (!KINDS[password_kinds](password)) missing.push('kinds')
  if (/\s/.test(password)) missing.push('spaces')
  if (password.length <= max && isGuessable(password, [PRODUCT, ...own])) missing.push('common')
  return missing
}

const PRODUCT = 'innoe'

const SYMBOL = /[^A-Za-z\d\s]/
const countOf = (password: string, kinds: readonly RegExp[]) => kinds.filter((kind) => kind.test(password)).length

const KINDS: Record<PasswordRule['password_kinds'], (password: string) => boolean> = {
  TWO: (password) => countOf(password, [/[A-Za-z]/, /\d/, SYMBOL]) >= 2,
  FOUR: (password) => countOf(password, [/[a-z]/, /[A-Z]/, /\d/, SYMBOL]) === 4,
  ANY: () => true,
}
