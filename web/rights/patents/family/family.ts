import type { Rec } from '../../../api/api.ts'

export type FamilyNode = Rec & { can_split?: boolean }
export type FamilyEdge = { sid: string; from: string; to: string; relation_type: string }
export type Family = { family: unknown; nodes: FamilyNode[]; edges: FamilyEdge[]; hidden: number }
