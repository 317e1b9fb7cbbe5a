import type { Approval } from '../../model/approval/approval.ts'
import type { ApprovalTask } from '../../model/approval/approval_task.ts'
import type { Run } from '../../model/approval/run.ts'
import type { RunState } from '../../model/approval/state.ts'

/** A run with the rows in which it is kept. */
export type KeptRun = Run & { approval: Approval; own_allowed: boolean; before: RunState; rows: ReadonlyMap<string, ApprovalTask> }

/** Person who acted, the person they acted for, and their note. The first log line of the act stores these. */
export type Said = { person: string | null; for?: string | null | undefined; note?: string | null | undefined }
