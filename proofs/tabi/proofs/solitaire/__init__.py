"""Theorems about the solitaire, one module for each chapter of its rule text."""
