/** Made-up contracts of the made-up company; `ago`: dates as spans counted back from the day of the installation, negative ones ahead; `rights`: how many it names. */
export const PARTIES = ['虚构商业银行', '虚构智造有限公司', '虚构汽车零部件有限公司'] as const

export const DEALINGS = {
  licence: [
    {
      title: '虚构视觉检测专利许可', contract_no: 'XK-虚构-2401', licence_type: 'NON_EXCLUSIVE', direction: 'OUT', status: 'RECORDED', territories: ['CN'], payment_mode: 'ENTRY_RUNNING', amount: '800000',
      royalty_rate: '2.5', record_no: 'X2024990000001', sides: { licensors: 'us', licensees: 1 }, rights: 3,
      royalties: [{ amount: '300000', ago: '11m', receipts: [{ amount: '120000', ago: '11m' }, { amount: '180000', ago: '10m' }] }, { amount: '250000', ago: '-20d', receipts: [{ amount: '100000', ago: '12d' }] }, { amount: '250000', ago: '-1y' }],
      ago: { sign_date: '1y1m', effective_date: '1y', start_date: '1y', end_date: '-2y', record_submit_date: '11m', record_date: '10m' },
    },
    {
      title: '虚构电池技术独占许可', contract_no: 'XK-虚构-2602', licence_type: 'EXCLUSIVE', direction: 'OUT', status: 'EFFECTIVE', territories: ['US'], payment_mode: 'LUMP', amount: '1500000',
      sides: { licensors: 'us', licensees: 2 }, rights: 1, royalties: [{ amount: '1500000', ago: '-2m' }],
      ago: { sign_date: '2m', effective_date: '1m15d', start_date: '1m15d', end_date: '-4y' },
    },
  ],
  pledge: [
    {
      title: '虚构流动资金贷款质押', contract_no: 'ZY-虚构-2501', loan_contract_no: 'DK-虚构-2501', status: 'REGISTERED', principal: '5000000', valuation: '9000000', valuer: '虚构评估事务所', reg_no: 'Y2025990000001',
      sides: { pledgors: 'us', pledgees: 0 }, rights: 4, ago: { sign_date: '9m', start_date: '9m', due_date: '-40d', submit_date: '8m20d', reg_date: '8m15d' },
    },
  ],
  transfer: [
    {
      title: '虚构传感器专利转让', contract_no: 'ZR-虚构-2601', direction: 'OUT', status: 'SIGNED', price: '600000', sides: { assignors: 'us', assignees: 2 }, rights: 2, ago: { sign_date: '12d' },
    },
  ],
} as const // oxfmt-ignore
