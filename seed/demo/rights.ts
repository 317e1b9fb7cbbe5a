/**
 * Made-up rights of the made-up company, by kind. `ago`: dates as spans counted back from the day of the installation, negative ones ahead.
 * `merged_into`: the title of another one; `becomes`: the title of a case of the company that resulted.
 */
export const RIGHTS = {
  software: [
    {
      title: '虚构之光设备管理软件', short_name: '设备管理', version_no: 'V2.0', status: 'SW_REGISTERED', reg_no: '2024SR9000001', certificate_no: '软著登字第99000001号',
      published: true, language: ['Java', 'TypeScript'], code_lines: 86_000, field: '智能制造', purpose: '统一管理虚构工厂的设备',
      ago: { complete_date: '2y6m', first_pub_date: '2y4m', submit_date: '2y2m', accept_date: '2y2m', reg_date: '2y' },
    },
    {
      title: '玄鸟视觉检测软件', short_name: '视觉检测', version_no: 'V1.3', status: 'SW_CORRECT', accept_no: '2026R11S9000002', language: ['C++', 'Python'], code_lines: 41_000,
      ago: { complete_date: '6m', submit_date: '2m', accept_date: '1m' },
    },
    { title: '星途车载终端嵌入式软件', version_no: 'V1.0', category: 'EMBEDDED', status: 'SW_REVIEW', language: ['C'], ago: { complete_date: '1m' } },
    { title: '虚构之光设备管理软件', short_name: '设备管理', version_no: 'V3.0', status: 'SW_DRAFT', work_nature: 'MODIFIED', previous_reg_no: '2024SR9000001', ago: {} },
  ],
  copyright: [
    {
      title: '玄鸟吉祥物形象', work_type: 'ART', ownership: 'DUTY', status: 'REGISTERED', reg_no: '国作登字-2023-F-99000001', reg_office: '中国版权保护中心', published: true,
      first_pub_place: '虚构市', rights_owned: ['REPRODUCTION', 'DISTRIBUTION', 'NETWORK', 'ADAPTATION'],
      ago: { completion_date: '3y8m', first_pub_date: '3y6m', submit_date: '3y4m', accept_date: '3y4m', reg_date: '3y3m' },
    },
    { title: '虚构之光企业宣传片', work_type: 'AUDIOVISUAL', ownership: 'COMMISSION', status: 'SUBMITTED', ago: { completion_date: '5m', submit_date: '10d' } },
    { title: '青禾智造培训教材', work_type: 'WRITTEN', ownership: 'CORPORATE', status: 'DRAFT', ago: { completion_date: '20d' } },
  ],
  domain: [
    { domain_name: 'xugou-tech.example', registrar: '虚构域名注册商', registrant: '虚构科技集团有限公司', icp_no: '虚ICP备99000001号', auto_renew: true, ago: { register_date: '6y', expiry_date: '-1y' } },
    { domain_name: '虚构之光.example', registrar: '虚构域名注册商', registrant: '虚构科技集团有限公司', usage: 'DEFENSIVE', status: 'EXPIRING', ago: { register_date: '2y', expiry_date: '-25d' } },
  ],
  ic_layout: [
    {
      title: '虚构电源管理芯片', structure: 'MOS', technology: 'CMOS', function: 'LINEAR', status: 'REGISTERED', application_no: 'BS.22509901.2', reg_no: 'BS.22509901.2',
      ago: { completion_date: '3y6m', first_exploit_date: '3y', filing_date: '2y8m', reg_date: '2y2m', announce_date: '2y2m' },
    },
    { title: '虚构存储芯片', structure: 'MOS', technology: 'CMOS', function: 'MEMORY', status: 'DRAFT', ago: { completion_date: '5m', first_exploit_date: '3m' } },
  ],
  paper: [
    {
      title: '虚构工况下的视觉检测方法', journal: '虚构自动化学报', status: 'PUBLISHED', secrecy_review: 'PASSED', volume: '12', issue: '3', pages: '45-56', index_in: ['EI', 'CORE'],
      ago: { submit_date: '1y6m', accept_date: '1y2m', publish_date: '11m' },
    },
    { title: '虚构材料疲劳寿命预测', journal: '虚构材料会议', paper_type: 'CONFERENCE', status: 'SECRECY_REVIEW', ago: {} },
    { title: '虚构边缘计算架构', status: 'DRAFT', ago: {} },
  ],
  achievement: [
    {
      title: '虚构高可靠伺服系统', status: 'REGISTERED', level: 'CN_LEAD', identify_way: 'EVALUATION', identify_org: '虚构评价中心', register_no: 'X2024990001', source_project: '虚构重点专项',
      ago: { identify_date: '1y3m', register_date: '1y' },
    },
    { title: '虚构绿色铸造工艺', status: 'REVIEW', ago: {} },
  ],
  trade_secret: [
    {
      title: '虚构合金热处理工艺', level: 'CORE', status: 'PROTECTED', protective_measures: ['NDA', 'ACCESS', 'ENCRYPT', 'MARK'], carriers: ['FILE', 'PAPER'],
      storage_place: '虚构大厦 9 层保密室', notarised: true, timestamp_no: 'TSA-9900000001', ago: { from_date: '11m' },
    },
    { title: '虚构客户需求清单', form: 'BUSINESS', level: 'IMPORTANT', status: 'PROTECTED', review_cycle: '6m', protective_measures: ['ACCESS'], ago: { from_date: '5m' } },
    { title: '玄鸟标定参数', level: 'GENERAL', status: 'DRAFT', ago: {} },
  ],
  proposal: [
    {
      title: '虚构机翼折叠锁的自检方法', status: 'IP_REVIEW', solution: '在锁舌上加装虚构的霍尔元件，每次折叠后自动检测锁紧位置。', problem: '折叠机翼锁紧后无法确认到位',
      effect: '起飞前即可发现未锁紧', ago: { plan_disclosure_date: '-25d', submit_date: '1m' },
    },
    { title: '虚构电池包的分区加热策略', status: 'SUBMITTED', proposal_type: 'DUAL', solution: '按虚构的温度分区分别控制加热膜的功率。', problem: '低温下电芯温差过大', ago: { submit_date: '6d' } },
    { title: '虚构航线调度的队列算法', status: 'EVALUATED', proposal_type: 'SOFTWARE', solution: '按虚构的优先级和电量排序，逐架放行。', key_points: '电量与优先级共同排序', ago: { submit_date: '3m' } },
    { title: '虚构旋翼噪声的测试台', status: 'RETURNED', dept_opinion: '请补充测试台与现有产品的区别。', solution: '将虚构的麦克风阵列装在可移动支架上。', ago: { submit_date: '20d' } },
    { title: '虚构充电座的防水接头', status: 'DRAFT', solution: '接头内增加虚构的双层密封圈。', ago: {} },
    { title: '虚构桨叶结冰的声学识别', title_en: 'Fictional acoustic detection of ice on rotor blades', status: 'SEARCHING', solution: '比较虚构的声谱，识别桨叶结冰。', ago: { submit_date: '2m' } },
    { title: '虚构货舱的自锁托盘', title_en: 'Fictional self-locking tray of a cargo bay', status: 'IP_REVIEW', solution: '托盘到位后由虚构的弹性舌片锁住。', ago: { submit_date: '75d' } },
    { title: '虚构起落架的缓冲关节', title_en: 'Fictional damping joint of a landing gear', status: 'APPROVED', solution: '在关节内串联两级虚构的阻尼。', ago: { submit_date: '5m', decided_date: '1m' } },
    { title: '虚构电机绕线的张力曲线', title_en: 'Fictional tension curve for winding motors', status: 'SECRET', solution: '按虚构的曲线调节绕线张力。', ago: { submit_date: '8m', decided_date: '6m' } },
    { title: '虚构航迹平滑的插值方法', title_en: 'Fictional interpolation that smooths flight paths', status: 'PUBLISHED_DEFENSIVE', proposal_type: 'SOFTWARE', solution: '以虚构的样条连接航点。', ago: { submit_date: '10m', decided_date: '7m' } },
    { title: '虚构机身的可拆涂层', title_en: 'Fictional removable coating of a fuselage', status: 'DEFERRED', solution: '在涂层下预置虚构的剥离带。', ago: { submit_date: '9m', decided_date: '5m' } },
    { title: '虚构折叠锁的磁性传感', title_en: 'Fictional magnetic sensing of a folding lock', status: 'MERGED', merged_into: '虚构机翼折叠锁的自检方法', solution: '以虚构的磁铁感知折叠锁的位置。', ago: { submit_date: '25d' } },
    { title: '虚构遥控器的挂绳孔', title_en: 'Fictional strap hole of a remote control', status: 'REJECTED', ip_opinion: '与虚构的现有产品相同。', solution: '在遥控器侧面增加虚构的挂绳孔。', ago: { submit_date: '1y2m', decided_date: '1y' } },
    { title: '虚构可折叠机翼的锁紧装置', title_en: 'Fictional locking device for a folding wing', status: 'CASE_CREATED', becomes: '（虚构）一种可折叠机翼的锁紧装置', solution: '机翼展开后由虚构的楔块锁紧。', ago: { submit_date: '1y1m', decided_date: '11m' } },
    { title: '虚构可倾转旋翼的锁止与解锁机构', title_en: 'Fictional locking mechanism for a tilting rotor', status: 'FILED', becomes: '（虚构）可倾转旋翼的锁止与解锁机构', solution: '旋翼到位后由虚构的锁销自动锁止。', ago: { submit_date: '2y11m', decided_date: '2y10m' } },
    { title: '虚构工厂的设备状态看板', title_en: 'Fictional board of the machines of a factory', status: 'FILED', proposal_type: 'SOFTWARE', becomes: '虚构之光设备管理软件', solution: '以虚构的颜色显示各设备的状态。', ago: { submit_date: '2y11m', decided_date: '2y8m' } },
  ],
} as const // oxfmt-ignore
