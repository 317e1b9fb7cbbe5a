import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { type Rec, useSession } from '../../api/api.ts'
import { isRef } from '../../fields/names.ts'
import { RecordPage } from './detail.tsx'
import { Overview } from './overview.tsx'

type Props = {
  schema: WireSchema
  record: Rec
  /** The heading above the proposal, the texts for its author and for others, and the people who may decide. */
  words: { heading: string; own: string; ask: string; who?: string }
  /** Fields that the heading and the proposal already show. */
  ownFields: readonly string[]
  /** The proposed change. */
  children: ReactNode
}

/** The page of a proposal that a second person decides. */
export function ProposalPage({ schema, record, words, ownFields, children }: Props) {
  const isOwn = isProposer(record, useSession()?.user_sid)
  const overview = (
    <>
      <section className="group" aria-label={words.heading}>
        <h2>{words.heading}</h2>
        {children}
      </section>
      <Overview schema={schema} record={record} skip={ownFields} />
    </>
  )
  const above = record['status'] === 'PROPOSED' && (
    <Alert type={isOwn ? 'info' : 'warning'} showIcon className="spaced" title={isOwn ? words.own : words.ask} description={words.who} />
  )
  return <RecordPage schema={schema} record={{ ...record, transitions: stepsFor(isOwn, record) }} above={above} overview={overview} />
}

function isProposer({ proposed_by }: Rec, person: string | undefined) {
  return isRef(proposed_by) && proposed_by.sid === person
}

/** No person confirms their own proposal; a proposer who can withdraw it does so instead of refusing it. */
function stepsFor(isOwn: boolean, { transitions }: Rec): unknown[] {
  const steps: unknown[] = Array.isArray(transitions) ? transitions : []
  const isWithdrawal = (one: unknown) => codeOf(one) === 'withdraw'
  if (!isOwn) return steps.filter((one) => !isWithdrawal(one))
  return steps.some(isWithdrawal) ? steps.filter(isWithdrawal) : steps.filter((one) => codeOf(one) !== 'confirm')
}

const codeOf = (step: unknown) => (typeof step === 'object' && step !== null && 'code' in step ? step.code : step)
