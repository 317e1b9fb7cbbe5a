import type { Words } from '../../../model/kit/fields.ts'
import { type Row, ssoFailed, type Strength } from './protocol.ts'

/** Clocks may differ by so much. */
export const SKEW_MS = 60_000

const WEAK: Words = ['在身份提供方的登录方式达不到本系统要求的强度', 'you signed in at the provider in a weaker way than is demanded here']
const OLD: Words = [
  '在身份提供方的登录时间过早或未说明，请在那里重新登录',
  'the sign-in at the provider is too old, or its time is not told; sign in there again',
]

export const listed = (text: string | null | undefined): string[] => (text ?? '').split(' ').filter(Boolean)

/** One of the classes and all of the methods that the record demands, recently enough. What the provider does not say counts as not done. */
export function refuseUnlessStrong({ demanded_acr, demanded_amr, longest_age }: Row, { acr, amr = [], auth_time }: Strength) {
  const classes = listed(demanded_acr)
  if (classes.length > 0 && !classes.includes(acr ?? '')) ssoFailed(WEAK)
  if (!listed(demanded_amr).every((one) => amr.includes(one))) ssoFailed(WEAK)
  if (longest_age === null) return
  const age = Date.now() - Date.parse(auth_time ?? '')
  if (!(age > -SKEW_MS && age < longest_age * 60_000 + SKEW_MS)) ssoFailed(OLD)
}
