import type { Options } from '../../kit/fields.ts'

/** The states of the application of a configuration pack, on the pack and on its company. READY and PENDING both wait: for a person, and for the job. */
export const PACK_STATES = {
  READY: ['等待应用', 'Ready'],
  PENDING: ['排队等待', 'Pending'],
  IN_PROGRESS: ['进行中', 'In progress'],
  SUCCESS: ['完成', 'Completed'],
  FAIL: ['失败', 'Failed'],
  ROLLED_BACK: ['已回退', 'Rolled back'],
} as const satisfies Options

/** A pack waits for a person, also after it failed or was rolled back. */
export const isApplicable = (status: unknown) => status === 'READY' || status === 'FAIL' || status === 'ROLLED_BACK'
