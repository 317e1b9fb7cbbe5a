import type { Options } from '../kit/fields.ts'

/** Classes of documents. A role sees those that it names, among the documents of the cases that it sees. */
export const DOCUMENT_CLASSES = {
  V1: ['技术底稿', 'Technical drafts'],
  V2: ['官方往来', 'Official letters'],
  V3: ['证书公报', 'Certificates'],
  V4: ['费用票据', 'Fees'],
  V5: ['合同', 'Contracts'],
  V6: ['争议', 'Disputes'],
  V7: ['秘密', 'Secrets'],
  V8: ['评审奖酬', 'Evaluation and awards'],
} as const satisfies Options

export type DocumentClass = keyof typeof DOCUMENT_CLASSES

/** An agency sees documents of these classes once they were given to it. */
export const GIVEN_TO_AGENCIES: readonly DocumentClass[] = ['V1', 'V4']

export const ORDINARY_CLASSES: readonly DocumentClass[] = ['V2', 'V3']
