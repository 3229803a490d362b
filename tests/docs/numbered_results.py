"""Every numbered result of the five papers: its entry, functions and tests. The page docs/results.md is made of it.

A test is written file::name below tests/. `why` stands where there is no function and no test.
"""

from dataclasses import dataclass, field

LAWS = "theory/test_invariants.py::test_tracking_winnow_passes_with_any_comparator"
LAWS_CAN_FAIL = "theory/test_invariants.py::test_each_lemma_of_tracking_winnow_catches_a_wrong_rule"
SWIN_LAWS = "theory/test_invariants.py::test_swin_passes_with_any_schedule"
SWIN_LAWS_CAN_FAIL = "theory/test_invariants.py::test_each_lemma_of_swin_catches_a_wrong_rule"
LOWER = "theorems/test_lower_bounds.py::"
LOWER_CAN_FAIL = LOWER + "test_a_stream_that_does_not_contradict_forces_nothing"
DELAY, ORDERS, DRAWN = (
    "theorems/test_delay.py::",
    "theorems/test_delay_orders.py::",
    "theorems/test_delay_distribution.py::",
)
SWIN, POTENTIALS = "theorems/test_swin.py::", "theory/test_potentials.py::"


@dataclass(frozen=True)
class Result:
    """One numbered result: what it says in a few words, where it lives, what shows that it holds and what breaks it."""

    name: str
    says: str
    entry: str = ""
    functions: str = ""  # of thresher.theory.bounds, or a dotted name
    holds: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Paper:
    """A paper: its own page, the file of its text, and how a numbered result is found in that text."""

    title: str
    page: str
    text: str
    pattern: str  # with the kind and the number as groups
    results: list[Result] = field(default_factory=list)


MESTERHARM_2003 = Paper(
    "Mesterharm 2003, Tracking linear-threshold concepts with Winnow",
    "papers/mesterharm2003.md",
    "mesterharm2003.txt",
    r"^\*\*(Theorem|Lemma|Corollary|Proposition) (\d+)\*\*",
    [
        Result(
            "Theorem 1",
            "mistakes of tracking Winnow for a known separation",
            "A5",
            "tracking_winnow_mistakes_for_separation",
            ("theorems/test_tracking_winnow.py::test_at_the_parameters_for_a_separation",),
            ("theorems/test_tracking_winnow.py::test_noise_that_is_not_declared_breaks_the_bound",),
        ),
        Result("Lemma 2", "what a promotion adds", "A3", "", (LAWS,), (LAWS_CAN_FAIL,)),
        Result("Lemma 3", "what a demotion takes above the floor", "A3", "", (LAWS,), (LAWS_CAN_FAIL,)),
        Result("Lemma 4", "what a demotion takes in all", "A3", "", (LAWS,), (LAWS_CAN_FAIL,)),
        Result("Lemma 5", "demotions by promotions", "A3", "mistakes_by_promotions", (LAWS,), (LAWS_CAN_FAIL,)),
        Result("Lemma 6", "the largest weight", "A3", "", (LAWS,), (LAWS_CAN_FAIL,)),
        Result(
            "Lemma 7",
            "promotions, demotions and any comparator",
            "A3",
            "",
            (LAWS, "theorems/test_tracking_winnow.py::test_every_comparator_certifies"),
            (LAWS_CAN_FAIL,),
        ),
        Result(
            "Corollary 8",
            "small values rounded",
            "A7",
            "rounded_values_mistakes",
            (
                "theorems/test_tracking_winnow.py::test_tiny_values",
                "theory/bounds/test_tracking_winnow.py::"
                "test_corollary_8_is_theorem_1_at_half_the_separation_and_twice_the_norm",
            ),
            ("theorems/test_tracking_winnow.py::test_tiny_values_break_the_bound_for_larger_ones",),
        ),
        Result(
            "Corollary 9",
            "a concept that stays",
            "A10",
            "tracking_winnow_mistakes_on_fixed_concept",
            ("theorems/test_tracking_winnow.py::test_a_concept_that_stays",),
            ("theorems/test_tracking_winnow.py::test_a_rise_that_is_not_declared_breaks_the_bound",),
        ),
        Result(
            "Theorem 10",
            "ordinary Winnow on sparse examples",
            "A12",
            "sparse_winnow_mistakes",
            ("theorems/test_fixed_winnow.py::test_at_a_start_for_sparse_examples",),
            (
                "theorems/test_fixed_winnow.py::test_a_shift_breaks_the_bounds",
                "theorems/test_fixed_winnow.py::test_the_printed_sum_over_all_relevant_attributes_is_too_small",
            ),
        ),
        Result(
            "Corollary 11",
            "disjunctions that shift",
            "A13",
            "disjunction_mistakes disjunction_mistakes_at_promotion_2",
            (
                "theorems/test_disjunctions.py::test_at_the_tunings",
                "theory/bounds/test_disjunctions.py::test_corollary_11_is_theorem_1_at_separation_1",
            ),
            ("theorems/test_disjunctions.py::test_noise_or_literals_that_are_not_declared_break_the_bounds",),
        ),
    ],
)

AUER_WARMUTH_1998 = Paper(
    "Auer and Warmuth 1998, Tracking the best disjunction",
    "papers/auer-warmuth1998.md",
    "auer_warmuth1998.txt",
    r"\b(theorem|lemma|corollary) (\d+)\b",
    [
        Result(
            "Theorem 1",
            "SWIN, randomised",
            "B6",
            "swin_mistakes",
            (SWIN + "test_shifting_disjunctions_at_any_parameters",),
            (SWIN + "test_errors_that_are_not_declared_break_the_bounds",),
        ),
        Result(
            "Theorem 2",
            "SWIN, deterministic",
            "B6",
            "swin_mistakes",
            (SWIN + "test_shifting_disjunctions_at_any_parameters",),
            (SWIN + "test_a_mutated_threshold_breaks_the_bound",),
        ),
        Result(
            "Theorem 3",
            "a disjunction that stays",
            "B8",
            "swin_mistakes_on_a_disjunction",
            (SWIN + "test_a_disjunction_that_stays",),
            (SWIN + "test_shifts_break_the_bound_of_a_disjunction_that_stays",),
        ),
        Result(
            "Corollary 1",
            "only the total shift is known",
            "B7",
            "swin_mistakes_by_shifts swin_rate",
            ("theory/bounds/test_swin.py::test_the_total_shift_stands_for_its_worst_split",),
            (SWIN + "test_errors_that_are_not_declared_break_the_bounds",),
        ),
        Result(
            "Theorem 4",
            "nothing is known",
            "B9",
            "swin_mistakes_without_knowledge",
            (
                SWIN + "test_shifting_disjunctions_without_knowledge",
                "theory/bounds/test_swin.py::test_two_pairs_give_what_is_quoted_of_theorem_4",
            ),
            (SWIN + "test_errors_that_are_not_declared_break_the_bounds",),
        ),
        Result(
            "Theorem 5",
            "the number of literals is known",
            "B9",
            "swin_mistakes_for_literals",
            ("theory/bounds/test_swin.py::test_a_fixed_disjunction_is_cheapest_from_k_over_n",),
            (SWIN + "test_shifts_break_the_bound_of_a_disjunction_that_stays",),
        ),
        Result(
            "Theorem 6",
            "errors dominate, nothing shifts",
            "B9",
            "swin_mistakes_among_errors",
            (SWIN + "test_a_disjunction_that_stays_among_many_errors",),
            (SWIN + "test_more_errors_than_declared_break_the_bounds_among_many_errors",),
        ),
        Result(
            "Theorem 7",
            "errors dominate, and it shifts",
            "B9",
            "swin_mistakes_among_errors_and_shifts",
            (SWIN + "test_shifting_disjunctions_among_many_errors",),
            (SWIN + "test_more_errors_than_declared_break_the_bounds_among_many_errors",),
        ),
        Result("Lemma 1", "what a trial does to the distance", "B3", "", (SWIN_LAWS,), (SWIN_LAWS_CAN_FAIL,)),
        Result(
            "Lemma 2",
            "what a mistake gains",
            "B4",
            "",
            (SWIN_LAWS,),
            ("theory/test_invariants.py::test_b3_catches_a_wrong_probability_of_the_randomised_form",),
        ),
        Result("Lemma 3", "weights stay in a range", "B5", "", (SWIN_LAWS,), (SWIN_LAWS_CAN_FAIL,)),
        Result(
            "Theorem 8",
            "what shifts force on deterministic learners",
            "B10",
            "least_mistakes_on_shifts least_expected_mistakes_on_shifts",
            (LOWER + "test_shifting_disjunctions",),
            (LOWER_CAN_FAIL,),
        ),
        Result(
            "Lemma 4",
            "what one literal forces (Littlestone and Warmuth)",
            "B10",
            "least_mistakes_on_a_disjunction",
            (LOWER + "test_a_disjunction_that_stays",),
            (LOWER_CAN_FAIL,),
        ),
        Result(
            "Lemma 5",
            "the same with coins (Cesa-Bianchi and others)",
            "B10",
            "least_expected_mistakes_on_a_disjunction",
            (LOWER + "test_random_labels_come_near_the_asymptotic_bound",),
            (LOWER_CAN_FAIL,),
        ),
        Result(
            "Theorem 9",
            "what k literals force",
            "B10",
            "least_mistakes_on_a_disjunction",
            (LOWER + "test_a_disjunction_that_stays",),
            (LOWER_CAN_FAIL,),
        ),
        Result(
            "Theorem 10",
            "the same with coins, asymptotically",
            "B10",
            "least_expected_mistakes_on_a_disjunction",
            (LOWER + "test_random_labels_come_near_the_asymptotic_bound",),
            (LOWER_CAN_FAIL,),
        ),
        Result(
            "Footnote 2",
            "how many schedules there are",
            "B9a",
            "schedule_bits",
            (
                "theory/bounds/test_schedule_count.py::test_it_is_the_number_of_ways_to_choose_trials_and_literals",
                "theory/bounds/test_schedule_count.py::test_an_efficient_learner_promises_a_multiple_of_the_bits",
            ),
            ("theory/bounds/test_schedule_count.py::test_a_number_that_is_no_count_is_refused",),
        ),
    ],
)

MESTERHARM_2005 = Paper(
    "Mesterharm 2005, On-line learning with delayed label feedback",
    "papers/mesterharm2005.md",
    "mesterharm2005.txt",
    r"^\W*(Theorem|Lemma|Corollary|Proposition) (\d+)\.",
    [
        Result(
            "Lemma 1",
            "how many instances can be waiting",
            "D3",
            "waiting_instances stored_instances",
            ("theory/bounds/test_delay.py::test_f_is_the_longest_list_and_the_greedy_one",),
            ("theory/bounds/test_delay.py::test_brute_force_notices_a_list_that_is_too_long",),
        ),
        Result(
            "Theorem 1",
            "OD1 around any learner (printed form refuted)",
            "D4",
            "od1_mistakes_for_delays",
            (DELAY + "test_od1_around_any_learner",),
            (
                DELAY + "test_an_understated_delay_breaks_the_bounds",
                DELAY + "test_the_printed_theorem_forgets_that_a_late_instance_may_cause_a_change",
            ),
        ),
        Result(
            "Corollary 1",
            "the same for a largest delay",
            "D4",
            "od1_mistakes od1_mistake_driven_mistakes",
            (DELAY + "test_od1_around_a_mistake_driven_learner",),
            (DELAY + "test_the_printed_theorem_counts_changes_of_state_where_uncertain_predictions_count_too",),
        ),
        Result(
            "Theorem 2",
            "OD1 around a derandomised learner",
            "D5",
            "od1_derandomized_mistakes",
            (DELAY + "test_od1_around_a_mistake_driven_learner",),
            (DELAY + "test_predicting_the_less_probable_label_breaks_the_bound_of_derandomising",),
        ),
        Result(
            "Lemma 2",
            "an ordinary learner made of a delayed one",
            "D6",
            "thresher.theory.reference.delay.DO",
            (ORDERS + "test_an_ordinary_learner_made_of_a_delayed_one_makes_its_mistakes_over_k",),
            (ORDERS + "test_theorem_3_needs_instances_that_may_be_repeated",),
        ),
        Result(
            "Theorem 3",
            "what no learner can avoid",
            "D6",
            "least_delayed_mistakes",
            (
                ORDERS + "test_every_learner_can_be_made_to_expect_the_mistakes_of_theorem_3",
                ORDERS + "test_theorem_3_is_attained",
            ),
            (ORDERS + "test_a_deterministic_optimum_is_not_the_optimum_of_theorem_3",),
        ),
        Result(
            "Lemma 3",
            "trials without an update",
            "D8",
            "od3_idle_trials",
            (DRAWN + "test_od3_is_never_far_behind_and_seldom_idle",),
            (DRAWN + "test_the_printed_start_at_instance_0_breaks_lemma_3",),
        ),
        Result(
            "Theorem 4",
            "OD3 on a distribution that shifts",
            "D8",
            "od3_mistakes od3_coin_mistakes od3_fixed_distribution_mistakes",
            (DRAWN + "test_od3_on_a_distribution_that_shifts",),
            (DRAWN + "test_a_drift_that_is_not_declared_breaks_theorem_4",),
        ),
        Result(
            "Theorem 5",
            "learning from mistakes only",
            "D5",
            "mistake_driven_mistakes derandomized_mistakes",
            (DELAY + "test_a_mistake_driven_learner_makes_no_more_mistakes_against_a_subset_adversary",),
            (DELAY + "test_a_concept_forced_to_shift_at_fixed_trials_breaks_theorem_5",),
        ),
    ],
)

GROVE_2001 = Paper(
    "Grove, Littlestone and Schuurmans 2001, General convergence results for linear discriminant updates",
    "papers/grove-littlestone-schuurmans2001.md",
    "grove_littlestone_schuurmans2001.txt",
    r"^(?:<\|[^|]*\|>)?(Theorem|Lemma|Corollary|Proposition) (\d+\.\d+)\.",
    [
        Result(
            "Theorem 4.1",
            "convergence of odd links",
            "E3",
            "interpolated_mistakes_by_convergence p_norm_mistakes_by_convergence "
            "balanced_winnow_mistakes_by_convergence",
            ("theorems/test_convergence.py::test_links_that_converge_at_any_rate",),
            ("theorems/test_convergence.py::test_an_overstated_separation_breaks_it",),
        ),
        Result(
            "Theorem 4.2",
            "convergence of positive links",
            "E3",
            "weighted_majority_mistakes_by_convergence",
            ("theorems/test_convergence.py::test_links_that_need_a_small_rate",),
            ("theorems/test_convergence.py::test_a_rate_above_the_limit_is_refused_with_it",),
        ),
        Result(
            "Theorem 5.1",
            "where H* is reached",
            "E2",
            "thresher.theory.potentials.Measure",
            (POTENTIALS + "test_nothing_on_the_same_level_is_higher", POTENTIALS + "test_h_star_is_attained"),
            (POTENTIALS + "test_the_check_of_h_star_can_fail",),
        ),
        Result(
            "Theorem 5.2",
            "the slope of H*",
            "E2",
            "thresher.theory.potentials.Measure",
            (POTENTIALS + "test_theorem_5_2_the_slope_of_h_star",),
            (POTENTIALS + "test_the_slope_of_another_link_is_not_that_of_h_star",),
        ),
        Result(
            "Corollary 5.3",
            "H* rises with G",
            "E2",
            "thresher.theory.potentials.Measure",
            (POTENTIALS + "test_corollary_5_3_h_star_rises_with_g",),
            (POTENTIALS + "test_the_slope_of_another_link_is_not_that_of_h_star",),
        ),
        Result(
            "Theorem 7.1",
            "the p-norm Perceptron",
            "E8",
            "p_norm_mistakes p_norm_mistakes_from_start p_norm_mistakes_at_rate",
            (
                "theorems/test_p_norm_bounds.py::test_the_p_norm_perceptron_from_zero",
                "theorems/test_p_norm_bounds.py::test_the_p_norm_perceptron_from_a_start",
            ),
            ("theorems/test_p_norm_bounds.py::test_understated_quantities_break_the_bound",),
        ),
        Result(
            "Corollary 7.2",
            "its limit is Weighted Majority's bound",
            "E8",
            "p_norm_mistakes_from_start weighted_majority_mistakes",
            ("theory/bounds/test_p_norm.py::test_with_a_large_p_and_a_start_at_ones_it_is_weighted_majoritys",),
            ("theorems/test_p_norm_bounds.py::test_the_start_is_a_part_of_the_bound",),
        ),
        Result(
            "Proposition 8.1",
            "no measure of progress excludes more than M*",
            "E10",
            "thresher.theory.potentials.is_excluded",
            ("theorems/test_exclusion.py::test_proposition_8_1",),
            ("theorems/test_exclusion.py::test_a_region_that_states_reach_is_no_measure_and_breaks_the_proposition",),
        ),
    ],
)

ROTH_2016 = Paper(
    "Roth 2016, notes on on-line learning (its results have names, not numbers)",
    "papers/roth2016.md",
    "roth2016.txt",
    r"^(?:\d\.\d )?(Perceptron Convergence|Perceptron Cycling|Mistake Bound) (Theorem)$",
    [
        Result(
            "Consistency (CON)",
            "any consistent concept, drawn at random",
            "C2",
            "consistent_mistakes random_consistent_mistakes",
            (
                "theorems/test_classes.py::test_consistent_concepts_and_halving_on_any_conjunction",
                "theorems/test_dimension.py::test_con_at_random_in_expectation",
            ),
            ("theorems/test_dimension.py::test_a_stream_that_watches_the_coins_breaks_it_too",),
        ),
        Result(
            "Halving",
            "the majority of the consistent concepts",
            "C2",
            "halving_mistakes halving_mistakes_on_conjunctions",
            ("theorems/test_classes.py::test_consistent_concepts_and_halving_on_any_conjunction",),
            ("theorems/test_classes.py::test_a_class_that_is_counted_too_small_breaks_the_bound",),
        ),
        Result(
            "Hardness of small conjunctions",
            "the shortest consistent conjunction is NP-hard to find",
            why="it is about computing a hypothesis, not about mistakes; no learner here looks for the shortest",
        ),
        Result(
            "Perceptron Convergence Theorem",
            "separable data: finitely many mistakes",
            "E6",
            "perceptron_mistakes",
            (
                "theorems/test_perceptron_bounds.py::test_the_perceptron_on_separable_examples",
                "theorems/test_cycling.py::test_where_weights_separate_they_stay",
            ),
            ("theorems/test_perceptron_bounds.py::test_an_understated_separation_or_length_breaks_the_bound",),
        ),
        Result(
            "Perceptron Cycling Theorem",
            "other data: the weights come back",
            "C3",
            "",
            (
                "theorems/test_cycling.py::test_on_xor_the_weights_come_back",
                "theorems/test_cycling.py::test_whole_numbers_that_nothing_separates",
            ),
            ("theorems/test_cycling.py::test_with_values_that_are_no_whole_numbers_they_need_not_come_back",),
        ),
        Result(
            "Mistake Bound Theorem",
            "Novikoff, also with noise",
            "C3",
            "perceptron_mistakes_with_noise",
            ("theorems/test_perceptron_bounds.py::test_the_perceptron_with_noise",),
            ("theorems/test_perceptron_bounds.py::test_noise_that_is_not_declared_breaks_the_bound",),
        ),
        Result(
            "Winnow's mistake bound",
            "a disjunction that stays",
            "C4",
            "winnow_mistakes",
            ("theorems/test_classic_winnow.py::test_winnow_on_a_fixed_disjunction",),
            ("theorems/test_classic_winnow.py::test_noise_that_is_not_declared_breaks_the_bound",),
        ),
        Result(
            "Winnow-R's mistake bound",
            "a disjunction that shifts",
            "C6",
            "winnow_r_mistakes",
            ("theorems/test_classic_winnow.py::test_winnow_r_on_shifting_disjunctions",),
            ("theorems/test_classic_winnow.py::test_literals_that_are_not_counted_break_the_bound",),
        ),
    ],
)

PAPERS = [MESTERHARM_2003, AUER_WARMUTH_1998, ROTH_2016, MESTERHARM_2005, GROVE_2001]
