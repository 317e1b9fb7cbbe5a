import { useState } from 'react'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { useWords, type Word } from '../../words/language.ts'

/** The reason of a failure, as a sentence of the client. */
export class Hindrance extends Error {
  readonly word: Word

  constructor(word: Word) {
    super(word)
    this.word = word
  }
}

/** Allows one call at a time, and keeps the reason of a refusal in the words of the server. */
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
