import type { ComparedPart, PackRow } from '../../../model/settings/configuration/configuration-actions.ts'

/** A row with a change, and without a refusal. */
export const isApplicable = ({ did, refused }: PackRow) => (did === 'NEW' || did === 'CHANGED') && refused === undefined

export const applicableIn = (parts: readonly ComparedPart[]): string[] => parts.flatMap(({ rows }) => rows.filter(isApplicable).map(({ row }) => row)) // oxfmt-ignore

export type Counts = { fresh: number; changed: number; same: number; here: number; refused: number }

export function countsOf({ rows }: ComparedPart): Counts {
  const of = (did: PackRow['did']) => rows.filter((row) => row.did === did).length
  return { fresh: of('NEW'), changed: of('CHANGED'), same: of('SAME'), here: of('HERE'), refused: rows.filter((row) => row.refused !== undefined).length } // oxfmt-ignore
}
