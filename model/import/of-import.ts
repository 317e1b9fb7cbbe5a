import { READ_ONLY } from '../kit/model.ts'

/** Rows that an import records about itself: written and cleared by it, visible to everyone who sees its job. */
export const OF_IMPORT = {
  no_log: true,
  hard_delete: true,
  refuses: READ_ONLY,
  visibility: { through: 'job_sid' },
  own: { by: 'job_sid.created_by', verbs: ['get', 'search', 'count'] },
} as const
