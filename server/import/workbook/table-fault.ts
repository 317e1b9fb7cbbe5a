import type { Words } from '../../../model/kit/fields.ts'

/** A limit that a table exceeds, in words for the person who sent it. */
export class TableFault extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(words[1])
    this.words = words
  }
}

export const tooManyRows = (most: number) =>
  new TableFault([
    `超过 ${most.toLocaleString('en')} 行：请拆成几个文件分别导入`,
    `has more than ${most.toLocaleString('en')} rows: split it into several files`,
  ])
