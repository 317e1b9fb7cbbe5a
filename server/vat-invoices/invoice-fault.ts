import type { Words } from '../../model/kit/fields.ts'

/** The reason why a file is not taken as a VAT invoice. */
export class InvoiceFault extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(words[1])
    this.words = words
  }
}
