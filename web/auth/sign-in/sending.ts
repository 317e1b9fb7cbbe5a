import { useState } from 'react'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { useWords, type Word } from '../../words/language.ts'

/** Why something was not done, as a sentence of the client. */
export class Hindrance extends Error {
  readonly word: Word

  constructor(word: Word) {
    super(word)
    this.word = word
  }
}

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
      if (fault instanceof Hindrance) setRefusal(t(fault.word))
      else setRefusal((fault instanceof ApiFault && linesOf(fault, t('colon')).join(t('semicolon'))) || t('fault.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { refusal, isBusy, run }
}
