// An approval of a transition holds its record: only the fields that it opens to this person can be changed.
import { createContext, useContext } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { useWords } from '../../words/language.ts'
import { isUnderWay, textIn, useApprovalsOf } from './approvals.ts'

/** `why`: in words; `edits`: the fields that may be changed all the same. */
export type Hold = { why: string; edits: readonly string[] }

/** Undefined for a record that is not held, or that this person may change all the same. */
export function useHold(schema: WireSchema, sid: string): Hold | undefined {
  const { t, lang } = useWords()
  const running = useApprovalsOf(schema.model, sid, schema.states !== undefined).data?.find(isUnderWay)
  if (!running || running.edits === 'all') return undefined
  return { why: t('approval.held', { step: textIn(running, 'transition_name', lang) }), edits: running.edits }
}

const Holding = createContext<Hold | undefined>(undefined)
export const HeldAs = Holding.Provider

/** Whether the hold of the page allows a change of the field. */
export function useIsOpen(): (code: string) => boolean {
  const hold = useContext(Holding)
  return (code) => !hold || hold.edits.includes(code)
}
