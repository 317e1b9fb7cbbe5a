/** The largest file that is taken out of an archive. */
export const MAX_UNPACKED = 100 << 20
/** Formats that are read whole in memory. */
export const MAX_IN_MEMORY = 30 << 20

export const LOCKED = { summary_zh: '文件已加密，请下载后用密码打开', summary_en: 'The file is encrypted; download it and open it with its password' }
export const TOO_LARGE = { summary_zh: '文件过大，不能在此打开，请下载后查看', summary_en: 'The file is too large to open here; download it instead' }
export const DAMAGED = { summary_zh: '文件已损坏，无法打开', summary_en: 'The file is damaged and cannot be opened' }
