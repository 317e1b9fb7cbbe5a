export type SeedMenu = {
  code: string
  name: string
  name_en: string
  icon: string
  path?: string
  roles?: readonly string[]
  children?: readonly SeedMenu[]
}

export const IP = ['system_admin', 'ip_manager', 'ip_engineer'] as const
export const FEES = [...IP, 'finance'] as const
export const READERS = [...FEES, 'dept_leader'] as const
export const ADMIN = ['system_admin'] as const
/** With those who see the works that they, or their departments, have made. */
export const MAKERS = [...IP, 'dept_leader', 'inventor'] as const
export const AGENCY_ADMIN = ['agency_admin'] as const
export const list = (model: string) => `/m/${model}`
