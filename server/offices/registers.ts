import { type RegisterOffice, REGISTERS } from '../../model/rights/patents/registers.ts'
import { askEpo, signIn } from './epo-client.ts'
import { type Answer, type Office, openOffice } from './office.ts'
import { type Account, codeOf } from './settings.ts'
import { askUspto, tryKey } from './uspto-client.ts'

/** `numberIn`: as the register knows it, of the normalised number of a case; undefined where it is none that the register has. */
type Register = {
  numberIn: (key: string) => string | undefined
  ask: (office: Office, number: string) => Promise<Answer>
  test: (office: Office) => Promise<void>
}

const KINDS: Record<RegisterOffice, Register> = {
  EP: { numberIn: (key) => /^EP\d{8}(?=\d$)/.exec(key)?.[0], ask: askEpo, test: signIn },
  US: { numberIn: (key) => /^US\d{8}$/.exec(key)?.[0], ask: askUspto, test: tryKey },
}

export const numberAt = (office: RegisterOffice, key: string) => KINDS[office].numberIn(key)

/** The register of an office, with the account of the tenant. */
export function openRegister(ctx: Office['ctx'], of: RegisterOffice, account: Account, more: Partial<Office> = {}) {
  const office = openOffice(ctx, { name: REGISTERS[of].name, turn: `${codeOf(of)}.turn`, account }, more)
  return { ask: (number: string) => KINDS[of].ask(office, number), test: () => KINDS[of].test(office) }
}
