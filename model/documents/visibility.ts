export type Visibility = 'V1' | 'V2' | 'V3' | 'V4' | 'V5' | 'V6' | 'V7' | 'V8'

/** Which classes of papers a role sees among those of the cases in its reach; see domain/documents 2. */
const SEEN: Readonly<Record<string, readonly Visibility[]>> = {
  system_admin: ['V1', 'V2', 'V3', 'V4'],
  ip_manager: ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V8'],
  ip_engineer: ['V1', 'V2', 'V3', 'V4', 'V8'],
  finance: ['V3', 'V4'],
  dept_leader: ['V1', 'V2', 'V3', 'V8'],
  inventor: ['V1', 'V2', 'V3'],
  agency_admin: ['V1', 'V2', 'V3', 'V4'],
  agent: ['V1', 'V2', 'V3', 'V4'],
}

const ORDINARY: readonly Visibility[] = ['V2', 'V3']

export function visibleTo(roles: readonly string[]): Visibility[] {
  const classes = roles.length ? roles.flatMap((role) => SEEN[role] ?? ORDINARY) : ORDINARY
  return [...new Set(classes)].sort()
}
