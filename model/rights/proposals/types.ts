import type { Options } from '../../kit/fields.ts'

export const PROPOSAL_TYPES = {
  INVENTION: ['发明', 'Invention'],
  UTILITY: ['实用新型', 'Utility model'],
  DESIGN: ['外观设计', 'Design'],
  DUAL: ['一案双申', 'Invention and utility model'],
  SOFTWARE: ['软件', 'Software'],
  WORK: ['作品', 'Work'],
  SECRET: ['技术秘密', 'Trade secret'],
  PAPER: ['论文', 'Paper'],
  TRADEMARK: ['商标', 'Trademark'],
  IC: ['布图设计', 'IC layout design'],
} as const satisfies Options

type Right = { kind: string; subtype?: string }

/** The cases that usually come of a proposal of each type. */
export const CASES_OF: Readonly<Record<keyof typeof PROPOSAL_TYPES, readonly Right[]>> = {
  INVENTION: [{ kind: 'patent', subtype: 'INVENTION' }],
  UTILITY: [{ kind: 'patent', subtype: 'UTILITY' }],
  DESIGN: [{ kind: 'patent', subtype: 'DESIGN' }],
  DUAL: [
    { kind: 'patent', subtype: 'INVENTION' },
    { kind: 'patent', subtype: 'UTILITY' },
  ],
  SOFTWARE: [{ kind: 'software' }],
  WORK: [{ kind: 'copyright' }],
  SECRET: [{ kind: 'trade_secret' }],
  PAPER: [{ kind: 'paper' }],
  TRADEMARK: [{ kind: 'trademark' }],
  IC: [{ kind: 'ic_layout' }],
}
