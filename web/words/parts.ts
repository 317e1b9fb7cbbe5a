import type { Lang } from '../../model/kit/fields.ts'

/** Texts behind the login (`inside`), and texts of one area's screens; each part is loaded with its screens. */
export const PARTS = {
  inside: {
    zh: async () => (await import('./zh/inside.ts')).zhInside,
    en: async () => (await import('./en/inside.ts')).enInside,
  },
  law: {
    zh: async () => (await import('./zh/law.ts')).lawZh,
    en: async () => (await import('./en/law.ts')).lawEn,
  },
  ideas: {
    zh: async () => (await import('./zh/ideas.ts')).ideasZh,
    en: async () => (await import('./en/ideas.ts')).ideasEn,
  },
  import: {
    zh: async () => (await import('./zh/import.ts')).importZh,
    en: async () => (await import('./en/import.ts')).importEn,
  },
  instructions: {
    zh: async () => (await import('./zh/instructions.ts')).instructionsZh,
    en: async () => (await import('./en/instructions.ts')).instructionsEn,
  },
  matters: {
    zh: async () => (await import('./zh/matters.ts')).mattersZh,
    en: async () => (await import('./en/matters.ts')).mattersEn,
  },
  money: {
    zh: async () => (await import('./zh/money/money.ts')).moneyZh,
    en: async () => (await import('./en/money/money.ts')).moneyEn,
  },
  permission: {
    zh: async () => (await import('./zh/people/permission.ts')).permissionZh,
    en: async () => (await import('./en/people/permission.ts')).permissionEn,
  },
  planning: {
    zh: async () => (await import('./zh/planning.ts')).planningZh,
    en: async () => (await import('./en/planning.ts')).planningEn,
  },
  portal: {
    zh: async () => (await import('./zh/portal.ts')).portalZh,
    en: async () => (await import('./en/portal.ts')).portalEn,
  },
  process: {
    zh: async () => (await import('./zh/process.ts')).processZh,
    en: async () => (await import('./en/process.ts')).processEn,
  },
  reconciliation: {
    zh: async () => (await import('./zh/reconciliation.ts')).reconciliationZh,
    en: async () => (await import('./en/reconciliation.ts')).reconciliationEn,
  },
  settings: {
    zh: async () => (await import('./zh/settings.ts')).settingsZh,
    en: async () => (await import('./en/settings.ts')).settingsEn,
  },
  setup: {
    zh: async () => (await import('./zh/setup.ts')).setupZh,
    en: async () => (await import('./en/setup.ts')).setupEn,
  },
  sharing: {
    zh: async () => (await import('./zh/sharing.ts')).sharingZh,
    en: async () => (await import('./en/sharing.ts')).sharingEn,
  },
  statistics: {
    zh: async () => (await import('./zh/statistics.ts')).statisticsZh,
    en: async () => (await import('./en/statistics.ts')).statisticsEn,
  },
  link: {
    zh: async () => (await import('./zh/share-link.ts')).shareLinkZh,
    en: async () => (await import('./en/share-link.ts')).shareLinkEn,
  },
} as const satisfies Record<string, Record<Lang, () => Promise<Readonly<Record<string, string>>>>>

export type Part = keyof typeof PARTS

type AllOf<Each> = (Each extends unknown ? (one: Each) => void : never) extends (all: infer All) => void ? All : never
/** The Chinese sentences of every part. */
export type SentencesOfParts = AllOf<Awaited<ReturnType<(typeof PARTS)[Part]['zh']>>>
