import { matchedIn } from '../ui/matched.ts'

/** The number by which a case was found, beside its own; its application number where it was found by words. */
export function numberFor(found: Readonly<Record<string, unknown>>, typed: string): string | undefined {
  const texts = Object.entries(found).flatMap(([code, value]) =>
    code !== 'sid' && code !== 'name' && typeof value === 'string' ? [{ code, value }] : [],
  )
  const numbers = texts.filter(({ code }) => /_(no|ref)$/.test(code) && code !== 'case_no')
  const named = numbers.find(({ code }) => code === 'application_no')
  const isMeant = ({ value }: { value: string }) => matchedIn(value, typed) !== undefined
  if (named && isMeant(named)) return named.value
  return (numbers.find(isMeant) ?? named)?.value
}
