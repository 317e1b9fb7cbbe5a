import { decideFees } from '../../model/fees/fee-actions.ts'
import { useEffect, useState } from 'react'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import type { Decision } from './query.ts'

export type Decided = ({ sids: string[] } | { iql: string; total: number }) & { decision: Decision; reason?: string; later?: boolean }
export const useDecide = () => useWrite('fee', (body: Decided) => act(decideFees, body))

/** Single decisions, shown at once: the next one is possible while the last is being saved. */
export function useDecideEach(rows: readonly Rec[]) {
  const decide = useDecide()
  const [asked, setAsked] = useState<ReadonlyMap<string, Decision>>(new Map())
  // The server's response replaces them.
  useEffect(() => setAsked(new Map()), [rows])
  const decisionOn = (record: Rec) => asked.get(record.sid) ?? String(record['decision'])
  const take = async (record: Rec, decision: Decision): Promise<boolean> => {
    setAsked((now) => new Map(now).set(record.sid, decision))
    try {
      await decide.mutateAsync({ sids: [record.sid], decision })
      return true
    } catch {
      // A refusal has already been shown.
      setAsked((now) => new Map([...now].filter(([sid]) => sid !== record.sid)))
      return false
    }
  }
  return { decisionOn, take }
}
