/** The demo company. Everyone and everything here is made up; the patents beside it are real published ones, with their source. */
export const DEMO = {
  companies: [
    { company_name: '虚构科技集团有限公司', simple_name: '虚构集团', cname_capital: 'XGJT', region: '示例省示例市', legal_person: '甲某某' },
    { company_name: '虚构动力系统有限公司', simple_name: '虚构动力', cname_capital: 'XGDL', parent: '虚构科技集团有限公司' },
    { company_name: 'Fiktiv Europe GmbH (fictional)', simple_name: 'Fiktiv Europe', cname_capital: 'FE', parent: '虚构科技集团有限公司' },
  ],
  departments: [
    { name: '知识产权部', code: 'IP' },
    { name: '飞行平台研发部', code: 'RD1' },
    { name: '动力与能源研发部', code: 'RD2' },
    { name: '控制与软件研发部', code: 'RD3' },
    { name: '财务部', code: 'FIN' },
  ],
  people: [
    { name: '方以晴（虚构）', name_en: 'Fang Yiqing', job_number: 'X0001', department: 'IP', roles: ['ip_manager'], account: 'manager', job_title: '知识产权经理' },
    { name: '卢一帆（虚构）', name_en: 'Lu Yifan', job_number: 'X0002', department: 'IP', roles: ['ip_engineer'], account: 'engineer', job_title: '专利工程师' },
    { name: '钟半夏（虚构）', name_en: 'Zhong Banxia', job_number: 'X0003', department: 'IP', roles: ['ip_engineer'], account: 'engineer2', job_title: '年费专员' },
    { name: '石见川（虚构）', name_en: 'Shi Jianchuan', job_number: 'X0101', department: 'RD1', roles: ['dept_leader'], account: 'leader', job_title: '研发部长' },
    { name: '白小舟（虚构）', name_en: 'Bai Xiaozhou', job_number: 'X0102', department: 'RD1', roles: ['inventor'], account: 'inventor', job_title: '总体工程师' },
    { name: '江问渠（虚构）', name_en: 'Jiang Wenqu', job_number: 'X0201', department: 'RD2', roles: ['inventor'], job_title: '电池工程师' },
    { name: '谢听澜（虚构）', name_en: 'Xie Tinglan', job_number: 'X0301', department: 'RD3', roles: ['inventor'], job_title: '飞控工程师' },
    { name: '米多多（虚构）', name_en: 'Mi Duoduo', job_number: 'X0401', department: 'FIN', roles: ['finance'], account: 'finance', job_title: '会计' },
  ],
  agencies: [
    { agency_name: '虚构·北桥专利代理事务所', simple_name: '北桥（虚构）', agency_code: '99001', agency_kind: ['PATENT'], contact: '乙某某' },
    { agency_name: 'Fictional Harbour IP LLP', simple_name: 'Harbour (fictional)', country: 'US', agency_kind: ['PATENT', 'FOREIGN'], contact: 'J. Doe' },
  ],
  agents: [
    { name: '丁某某（虚构）', agency: '虚构·北桥专利代理事务所', licence_no: '9900001' },
    { name: '戊某某（虚构）', agency: '虚构·北桥专利代理事务所', licence_no: '9900002' },
    { name: 'Jane Doe (fictional)', agency: 'Fictional Harbour IP LLP', licence_no: 'F-0001' },
  ],
  agency_user: { name: '己某某（虚构）', name_en: 'Agency User', account: 'agency', agency: '虚构·北桥专利代理事务所', roles: ['agency_admin'] },
  tech_nodes: [
    { code: 'A', name: '飞行平台', name_en: 'Airframe' },
    { code: 'A1', name: '机翼与旋翼', name_en: 'Wings and rotors', parent: 'A' },
    { code: 'A2', name: '起落与结构', name_en: 'Landing gear and structure', parent: 'A' },
    { code: 'B', name: '动力与能源', name_en: 'Power and energy' },
    { code: 'B1', name: '电驱动', name_en: 'Electric drive', parent: 'B' },
    { code: 'B2', name: '电池与热管理', name_en: 'Batteries and thermal management', parent: 'B' },
    { code: 'C', name: '控制与感知', name_en: 'Control and sensing' },
  ],
  tags: [
    { name: '重点', colour: '#c4291c' },
    { name: '标准相关', colour: '#1f6feb' },
    { name: '产品在用', colour: '#2e7d32' },
  ],
} as const
