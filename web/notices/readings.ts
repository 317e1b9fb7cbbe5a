import { bestOf, type Fact, FACTS, type NoticeReading } from '../../model/notices/reading.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'

export type Schema = WireSchema

/** The field of the notice that shows a fact. */
const FIELD_OF: Partial<Record<Fact, string>> = { type: 'doc_type', number: 'number' }
const FACT_OF: Readonly<Record<string, Fact>> = { doc_type: 'type', case_sid: 'number', application_no: 'number' }

/** The readings of the notice; an empty list if no value was read. */
export function readingsOf(row: Rec): NoticeReading {
  const kept = row['reading'] as NoticeReading | null | undefined // as the server writes it
  return Object.fromEntries(FACTS.map((fact) => [fact, kept?.[fact] ?? []])) as unknown as NoticeReading // every fact has its entry
}

export const labelOf = ({ fields }: Schema, fact: Fact) => fields.find(({ code }) => code === (FIELD_OF[fact] ?? fact))?.label ?? fact

/** The confidence of the value that is proposed for a field, from 0 to 1; undefined if none was read. */
export const sureness = (row: Rec, field: string): number | undefined => bestOf(readingsOf(row)[FACT_OF[field] ?? (field as Fact)] ?? [])?.confidence // a field of another name has no readings
