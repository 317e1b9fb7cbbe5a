import type { Options, Words } from '../kit/fields.ts'

export const INSTRUCTION_KINDS = {
  FILING: ['新申请', 'New application'],
  REPLY: ['答复官方通知', 'Reply to an office'],
  OTHER: ['其他事务', 'Other work'],
} as const satisfies Options

export type InstructionKind = keyof typeof INSTRUCTION_KINDS

export const ITEM_STATES = {
  ATTACHED: ['已随附', 'Attached'],
  ON_FILE: ['见案卷', 'In the case'],
  LATER: ['后补', 'Follows'],
  NONE: ['无/不适用', 'None'],
} as const satisfies Options

/** An item of a checklist. `from`: the case answers it. */
export type ChecklistItem = { words: Words; from?: 'applicants' | 'inventors' | 'priorities' | 'documents' | 'drawings' }

/** Checklists of instructions about a case of this kind, and a further transition that needs the accepted draft. */
export type InstructionsOfKind = {
  /** The transition that makes a draft final while the case is still in preparation. */
  final_draft?: string
  items: Partial<Record<InstructionKind, readonly ChecklistItem[]>>
}

const APPLICANTS: ChecklistItem = { words: ['申请人/权利人', 'Applicants'], from: 'applicants' }
const POWER: ChecklistItem = { words: ['代理委托书', 'Power of attorney'] }

/** Items of every instruction of the kind, before the items of the right. */
const COMMON: Readonly<Record<InstructionKind, readonly ChecklistItem[]>> = {
  FILING: [APPLICANTS, POWER],
  REPLY: [
    { words: ['官方通知书', 'Notice of the office'] },
    { words: ['通知书引用的文件', 'Documents that the notice cites'] },
    { words: ['技术/业务人员的意见', 'Opinion of the experts'] },
  ],
  OTHER: [],
}

export const checklistFor = (kind: InstructionKind, own: InstructionsOfKind | undefined): readonly ChecklistItem[] => [
  ...(own?.items[kind] ?? []),
  ...COMMON[kind],
]
