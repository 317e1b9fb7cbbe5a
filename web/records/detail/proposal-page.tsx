import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { type Rec, useSession } from '../../api/api.ts'
import { isRef } from '../../fields/names.ts'
import { RecordPage } from './detail.tsx'
import { Overview } from './overview.tsx'

type Props = {
  schema: WireSchema
  record: Rec
  /** The heading above what is proposed, and what the page says to the person who proposed it and to others. */
  words: { heading: string; own: string; ask: string }
  /** Fields that the heading and the proposal tell already. */
  told: readonly string[]
  /** What is proposed. */
  children: ReactNode
}

/** The page of what one person proposed and another decides on. */
export function ProposalPage({ schema, record, words, told, children }: Props) {
  const isOwn = isProposer(record, useSession()?.user_sid)
  const overview = (
    <>
      <section className="group" aria-label={words.heading}>
        <h2>{words.heading}</h2>
        {children}
      </section>
      <Overview schema={schema} record={record} skip={told} />
    </>
  )
  const above = record['status'] === 'PROPOSED' && (
    <Alert type={isOwn ? 'info' : 'warning'} showIcon className="spaced" title={isOwn ? words.own : words.ask} />
  )
  return <RecordPage schema={schema} record={{ ...record, transitions: stepsFor(isOwn, record) }} above={above} overview={overview} />
}

function isProposer({ proposed_by }: Rec, person: string | undefined) {
  return isRef(proposed_by) && proposed_by.sid === person
}

/** Only the person who proposed it withdraws it, and nobody decides on their own proposal. */
function stepsFor(isOwn: boolean, { transitions }: Rec): unknown[] {
  const steps: unknown[] = Array.isArray(transitions) ? transitions : []
  return steps.filter((one) => {
    const code = typeof one === 'object' && one !== null && 'code' in one ? one.code : one
    return code === 'withdraw' ? isOwn : !isOwn || !DECISIONS.has(code)
  })
}

const DECISIONS: ReadonlySet<unknown> = new Set(['confirm', 'refuse'])
