import type { FormInstance } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Fault } from '../../../model/kit/wire/wire.ts'
import { type Rec, useSave } from '../../api/api.ts'
import { ApiFault, NO_NETWORK, NO_TIME } from '../../api/fault.ts'
import { changesOf, fieldOfFault, isSame } from '../../records/form/form-fields.ts'
import { useLeaveGuard } from '../../records/form/leave-guard.ts'

type Values = Record<string, unknown>

/** How much of the input is saved: everything, all but some fields, or none. */
export type Kept =
  | { is: 'empty' | 'changed' | 'untitled' | 'saving' | 'saved' | 'offline' | 'conflict' }
  | { is: 'partly' | 'refused'; faults: readonly Fault[] }

const PAUSE_MS = 1500
const RETRY_MS = 10_000

type Drafting = { form: FormInstance<Values>; codes: readonly string[]; record: Rec | undefined; onCreated: (sid: string) => void }

/** Saves the input as a draft on the server: after a pause, when the page is hidden, and before it is submitted. */
export function useDraft(drafting: Drafting) {
  const saving = useSaving(drafting)
  const { record, kept, setKept, theirs, setTheirs, values, once } = saving
  const running = useRef<Promise<unknown>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leaving = useLeaveGuard(!['empty', 'saved'].includes(kept.is))
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer.current)
    await running.current?.catch(() => undefined) // its own caller hears of it
    const work = once()
    running.current = work
    return work
  }
  const touch = () => {
    setKept((now) => (now.is === 'conflict' ? now : { is: 'changed' }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), PAUSE_MS)
  }
  useUnseen(kept, flush, timer)
  const keepMine = () => {
    if (!theirs) return
    const mine = changesOf(record.current ?? {}, values())
    // Fields that only the other version changed keep its values.
    drafting.form.setFieldsValue(Object.fromEntries(drafting.codes.flatMap((code) => (code in mine ? [] : [[code, theirs[code]]]))))
    record.current = theirs
    setTheirs(null)
    void flush()
  }
  const takeTheirs = () => {
    if (!theirs) return
    record.current = theirs
    drafting.form.setFieldsValue(Object.fromEntries(drafting.codes.map((code) => [code, theirs[code]])))
    setTheirs(null)
    setKept({ is: 'saved' })
  }
  const restart = () => {
    clearTimeout(timer.current)
    record.current = undefined
    setKept({ is: 'empty' })
  }
  return {
    ...{ kept, theirs, keepMine, takeTheirs, touch, flush, restart, leaving },
    ...{ mine: () => changesOf(record.current ?? {}, values()), forget: () => setTheirs(null), saved: () => record.current },
  }
}

export type Draft = ReturnType<typeof useDraft>

/** A page that is hidden may be closed without a word; one without a connection tries again. */
function useUnseen({ is }: Kept, flush: () => Promise<boolean>, timer: RefObject<ReturnType<typeof setTimeout> | undefined>) {
  const latest = useRef(flush)
  useEffect(() => void (latest.current = flush))
  useEffect(() => {
    const hide = () => void (document.hidden && is === 'changed' && latest.current())
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [is])
  useEffect(() => {
    if (is !== 'offline') return
    const again = setInterval(() => void latest.current(), RETRY_MS)
    return () => clearInterval(again)
  }, [is])
  useEffect(() => () => clearTimeout(timer.current), [timer])
}

/** One save of the changed fields; returns whether everything is saved. */
function useSaving({ form, codes, record: start, onCreated }: Drafting) {
  const save = useSave('proposal')
  const record = useRef(start)
  const [kept, setKept] = useState<Kept>({ is: start ? 'saved' : 'empty' })
  const [theirs, setTheirs] = useState<Rec | null>(null)
  const values = (): Values => {
    const held = form.getFieldsValue(true) as Values // the form contains only values of its fields
    return Object.fromEntries(codes.map((code) => [code, held[code] ?? null]))
  }
  const keep = (saved: Rec, sent: Values, faults: readonly Fault[] = []) => {
    const isNew = !record.current
    record.current = saved
    // Without an inventor, the server names the author.
    for (const code of codes)
      if (isSame(sent[code], null) && isSame(form.getFieldValue(code), null) && !isSame(saved[code], null)) form.setFieldValue(code, saved[code])
    setKept(faults.length > 0 ? { is: 'partly', faults } : { is: 'saved' })
    if (isNew) onCreated(saved.sid)
    return faults.length === 0
  }
  const send = (changes: Values) =>
    save.mutateAsync(record.current ? { sid: record.current.sid, version: record.current.version, ...changes } : changes)
  const once = async (): Promise<boolean> => {
    const sent = values()
    if (isSame(sent['title'], null)) {
      setKept((now) => (now.is === 'empty' ? now : { is: 'untitled' }))
      return false
    }
    const changes = changesOf(record.current ?? {}, sent)
    if (record.current && Object.keys(changes).length === 0) return keep(record.current, sent)
    setKept({ is: 'saving' })
    try {
      return keep(await send(changes), sent)
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      return notKept(fault, changes, sent)
    }
  }
  /** An invalid field does not prevent the other fields from being saved. */
  const notKept = async (fault: ApiFault, changes: Values, sent: Values): Promise<boolean> => {
    if (fault.code === 409) setTheirs(fault.data as Rec) // a stale save returns the current record
    const passing = PASSING[fault.code]
    setKept(passing ? { is: passing } : { is: 'refused', faults: fault.errors.length > 0 ? fault.errors : [{ field: '', label: '', reason: fault.message }] }) // oxfmt-ignore
    const faulty = new Set(fault.errors.map(({ field }) => fieldOfFault(field)))
    const rest = Object.fromEntries(Object.entries(changes).filter(([code]) => !faulty.has(code)))
    if (passing || faulty.size === 0 || Object.keys(rest).length === 0 || !(record.current || 'title' in rest)) return false
    const saved = await send(rest).catch((again: unknown) => {
      if (!(again instanceof ApiFault)) throw again
      return undefined // the first refusal is shown
    })
    return saved ? keep(saved, sent, fault.errors) : false
  }
  return { record, kept, setKept, theirs, setTheirs, values, once }
}

const PASSING: Readonly<Record<number, 'conflict' | 'offline'>> = { 409: 'conflict', [NO_NETWORK]: 'offline', [NO_TIME]: 'offline' }
