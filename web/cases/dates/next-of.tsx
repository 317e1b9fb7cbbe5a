import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { NextDue } from './next-due.tsx'

/** The next dates of a case, above its preview in a list. */
export const NextOf = ({ record, schema }: { record: Rec; schema: WireSchema }) => <NextDue sid={record.sid} model={schema.model} />
