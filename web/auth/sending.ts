import { useState } from 'react'
import { ApiFault, linesOf } from '../api/fault.ts'
import { useWords } from '../words/language.ts'

/** One call at a time, and why it was refused, in the words of the server. */
export function useSending() {
  const { t } = useWords()
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal('')
    try {
      await work()
    } catch (fault) {
      setRefusal((fault instanceof ApiFault && linesOf(fault, t('colon')).join(t('semicolon'))) || t('fault.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { refusal, isBusy, run }
}
